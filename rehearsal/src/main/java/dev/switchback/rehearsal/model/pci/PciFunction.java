package dev.switchback.rehearsal.model.pci;

import java.util.List;

/**
 * A PCI function's unchanging facts.
 *
 * @param address full address, such as {@code 0000:01:00.0}
 * @param vendor vendor id, such as {@code 0x10de}
 * @param device device id
 * @param classCode class code, such as {@code 0x030200}
 * @param numaNode its node
 * @param bars memory ranges in order
 */
public record PciFunction(
    String address,
    String vendor,
    String device,
    String classCode,
    int numaNode,
    List<MemoryRange> bars) {

  /**
   * A range of bus addresses.
   *
   * @param first first address
   * @param last last address, inclusive
   * @param flags the kernel's resource flags
   */
  public record MemoryRange(long first, long last, long flags) {}
}
