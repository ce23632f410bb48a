package dev.switchback.fence;

import dev.switchback.change.Refusal;
import dev.switchback.change.Resource;
import dev.switchback.inventory.Inventory.HostEntry;
import dev.switchback.inventory.Inventory.Tenant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What the inventory allows an attempt to touch on a host: the own tenant's things, by name. */
public final class Fence {
  private final HostEntry host;

  public Fence(HostEntry host) {
    this.host = host;
  }

  /** Why one of the resources must not be touched; empty if all of them may. */
  public Optional<Refusal> check(Collection<Resource> touched) {
    return touched.stream().sorted().map(this::check).flatMap(Optional::stream).findFirst();
  }

  private Optional<Refusal> check(Resource resource) {
    Optional<Tenant> foreign =
        host.tenants().stream().filter(t -> !t.own() && names(t, resource)).findFirst();
    if (foreign.isPresent()) {
      return Optional.of(
          new Refusal(
              "fence.foreign",
              resource + " on host " + host.name() + " belongs to tenant " + foreign.get().name(),
              List.of("leave it out of the runbook's input", "correct the inventory")));
    }
    if (!names(host.own(), resource)) {
      return Optional.of(
          new Refusal(
              "fence.outside",
              resource + " on host " + host.name() + " is not named for the own tenant",
              List.of(
                  "leave it out of the runbook's input",
                  "name it under tenants: " + host.own().name() + ": in the inventory")));
    }
    return Optional.empty();
  }

  private static boolean names(Tenant tenant, Resource resource) {
    return switch (resource.kind()) {
      case PCI_FUNCTION -> tenant.gpus().contains(resource.name());
      case UNIT -> tenant.units().contains(resource.name());
      case CONTAINER -> tenant.containers().contains(resource.name());
      case FILE -> tenant.files().stream().anyMatch(file -> covers(file, resource.name()));
    };
  }

  private static boolean covers(String allowed, String path) {
    boolean climbs = path.contains("/../") || path.endsWith("/..");
    return path.equals(allowed) || (allowed.endsWith("/") && path.startsWith(allowed) && !climbs);
  }
}
