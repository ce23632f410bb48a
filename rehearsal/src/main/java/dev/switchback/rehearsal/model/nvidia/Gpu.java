package dev.switchback.rehearsal.model.nvidia;

import dev.switchback.rehearsal.model.pci.PciFunction;

/**
 * A GPU's facts.
 *
 * @param function where it sits
 * @param minor the number N of /dev/nvidiaN
 * @param uuid its UUID, with the prefix {@code GPU-}
 */
public record Gpu(PciFunction function, int minor, String uuid) {
  /** What nvidia-smi calls it. */
  public static final String NAME = "NVIDIA RTX PRO 6000 Blackwell Server Edition";

  /** Frame buffer, MiB. */
  public static final int MEMORY_MIB = 97887;

  /** Returns its PCI address. */
  public String address() {
    return function.address();
  }

  /** Returns the first address of BAR1, the window on its memory. */
  public long bar1() {
    return function.bars().get(1).first();
  }
}
