package dev.switchback.worker;

import dev.switchback.inventory.InvalidInventory;
import dev.switchback.inventory.Inventory;
import dev.switchback.inventory.InventoryReader;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The inventory as the file says it now. While the file is broken, what it said last stays in
 * force, and the log says so. Connections keep the addresses and keys that they were started with.
 */
final class CurrentInventory implements Supplier<Inventory> {
  private static final Logger LOG = LoggerFactory.getLogger(CurrentInventory.class);

  private final Path file;
  private volatile Inventory last;

  private CurrentInventory(Path file, Inventory first) {
    this.file = file;
    this.last = first;
  }

  static CurrentInventory read(Path file) throws InvalidInventory {
    return new CurrentInventory(file, InventoryReader.read(file));
  }

  @Override
  public Inventory get() {
    try {
      last = InventoryReader.read(file);
    } catch (InvalidInventory e) {
      LOG.warn(
          "{} is not valid any more; the last valid one stays in force: {}", file, e.getMessage());
    }
    return last;
  }
}
