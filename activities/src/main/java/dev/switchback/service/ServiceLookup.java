package dev.switchback.service;

import dev.switchback.host.Host;
import dev.switchback.host.Plane;
import dev.switchback.inventory.Inventory;
import dev.switchback.inventory.Inventory.HostEntry;
import dev.switchback.inventory.Inventory.Service;
import java.util.function.Supplier;

/** Finds the own tenant's service on a host, and the plane that it lives on. */
public final class ServiceLookup {
  private final Supplier<Inventory> inventory;

  public ServiceLookup(Supplier<Inventory> inventory) {
    this.inventory = inventory;
  }

  /** The inventory's entry of a host. */
  public HostEntry entry(Host host) {
    HostEntry entry = inventory.get().hosts().get(host.name());
    if (entry == null) {
      throw new IllegalArgumentException("the inventory has no host '" + host.name() + "'");
    }
    return entry;
  }

  /**
   * The service of a host.
   *
   * @throws IllegalArgumentException if the inventory names none
   */
  public Service service(Host host) {
    return entry(host)
        .service()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "host '" + host.name() + "' has no 'service:' in the inventory"));
  }

  /** The host on the plane where the service lives: its container if it has one. */
  public Host plane(Host host) {
    return entry(host).container().isPresent() ? host.on(Plane.CONTAINER) : host.on(Plane.HOST);
  }
}
