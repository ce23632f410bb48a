package dev.switchback.rehearsal.model.nvidia;

import dev.switchback.rehearsal.model.kernel.KernelLog;
import dev.switchback.rehearsal.model.pci.PciBus;
import dev.switchback.rehearsal.scenario.Scenario;

/** What happens to data that one GPU sends straight to another. */
public final class Fabric {

  /** How a copy ended. */
  public enum Verdict {
    OK,
    MISMATCH,
    HANG
  }

  private final PciBus bus;
  private final KernelLog log;
  private final Scenario.Fabric fault;

  /** A fabric between the functions of {@code bus}. */
  public Fabric(PciBus bus, KernelLog log, Scenario.Fabric fault) {
    this.bus = bus;
    this.log = log;
    this.fault = fault;
  }

  /**
   * Copies from {@code source} to {@code target}. Under a translated domain the driver hands out
   * the raw address of the peer's BAR1, so the data is lost and the IOMMU logs a fault (DOMAIN D2).
   */
  public Verdict copy(Gpu source, Gpu target) {
    if (translated(source) || translated(target)) {
      log.add(
          "nvidia %s: AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x%04x address=0x%x flags=0x0030]"
              .formatted(
                  source.address(),
                  0xc + source.minor(),
                  target.bar1() + 0x10000L * (1 + source.minor())));
      return Verdict.MISMATCH;
    }
    return switch (fault) {
      case SOUND -> Verdict.OK;
      case CORRUPT -> Verdict.MISMATCH;
      case HANG -> Verdict.HANG;
      case ONE_DIRECTION -> source.minor() < target.minor() ? Verdict.MISMATCH : Verdict.OK;
    };
  }

  private boolean translated(Gpu gpu) {
    return !bus.groupOf(gpu.address()).type().equals("identity");
  }
}
