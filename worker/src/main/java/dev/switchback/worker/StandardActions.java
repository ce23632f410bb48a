package dev.switchback.worker;

import dev.switchback.action.Catalogue;
import dev.switchback.gpu.DiagnoseProbe;
import dev.switchback.gpu.InspectProbe;
import dev.switchback.gpu.PeerProbe;
import dev.switchback.inventory.Inventory;
import dev.switchback.iommu.DomainAction;
import dev.switchback.iommu.Legality;
import dev.switchback.kernellog.LineClassifier;
import dev.switchback.nccl.NcclAction;
import dev.switchback.service.ServiceLookup;
import dev.switchback.sglang.BenchmarkProbe;
import dev.switchback.sglang.ReadyProbe;
import dev.switchback.snapshot.SnapshotAction;
import dev.switchback.systemd.UnitAction;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The catalogue that Switchback ships. */
public final class StandardActions {
  private static final Duration READY_PAUSE = Duration.ofMillis(500);

  private StandardActions() {}

  /** All actions, over the inventory as it is at each use. */
  public static Catalogue catalogue(Supplier<Inventory> inventory) {
    ServiceLookup services = new ServiceLookup(inventory);
    DomainAction domains = new DomainAction(Legality.shipped(), LineClassifier.shipped());
    return new Catalogue(
        List.of(
            new InspectProbe(services, domains),
            new SnapshotAction(services),
            new UnitAction(services),
            domains,
            new PeerProbe(services),
            new DiagnoseProbe(services, domains),
            new NcclAction(services),
            new ReadyProbe(services, Clock.systemUTC(), READY_PAUSE),
            new BenchmarkProbe(services)));
  }

  /** The catalogue for reading runbooks where no host is worked with. */
  public static Catalogue withoutHosts() {
    Inventory nothing = new Inventory(Map.of(), Map.of(), Map.of(), List.of());
    return catalogue(() -> nothing);
  }
}
