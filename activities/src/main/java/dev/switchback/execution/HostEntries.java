package dev.switchback.execution;

import dev.switchback.inventory.Inventory;
import dev.switchback.inventory.Inventory.HostEntry;
import dev.switchback.text.Suggestion;

/** Hosts of an inventory by name. */
final class HostEntries {
  private HostEntries() {}

  /**
   * @throws IllegalArgumentException naming the nearest host that exists
   */
  static HostEntry of(Inventory inventory, String name) {
    HostEntry entry = inventory.hosts().get(name);
    if (entry == null) {
      throw new IllegalArgumentException(
          "the inventory has no host '"
              + name
              + "'; "
              + Suggestion.of(name, inventory.hosts().keySet()));
    }
    return entry;
  }
}
