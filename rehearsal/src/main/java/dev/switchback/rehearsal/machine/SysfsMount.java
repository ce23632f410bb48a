package dev.switchback.rehearsal.machine;

import dev.switchback.rehearsal.files.Attribute;
import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.model.kernel.ErrorNumber;
import dev.switchback.rehearsal.model.kernel.KernelRefusal;
import dev.switchback.rehearsal.model.pci.PciBus;
import dev.switchback.rehearsal.model.tree.SysfsTree;
import dev.switchback.rehearsal.shell.MachineStopped;
import dev.switchback.rehearsal.shell.Processes;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** The model's sysfs as files: each write changes the model, is noted, and may wait for ever. */
final class SysfsMount {
  private static final List<String> MOUNTS = List.of("/sys/bus/pci", "/sys/kernel/iommu_groups");

  private final PciBus bus;
  private final SysfsTree tree;
  private final Processes processes;
  private final Effects effects;
  private final Runnable afterTypeWrite;
  private volatile CompletableFuture<Boolean> nextBoot = new CompletableFuture<>();

  SysfsMount(PciBus bus, Processes processes, Effects effects, Runnable afterTypeWrite) {
    this.bus = bus;
    this.tree = new SysfsTree(bus);
    this.processes = processes;
    this.effects = effects;
    this.afterTypeWrite = afterTypeWrite;
  }

  void mountOn(VirtualFiles files) {
    MOUNTS.forEach(mount -> files.mountTree(mount, () -> below(mount + "/")));
  }

  private VirtualFiles.Tree below(String prefix) {
    SortedMap<String, Attribute> attributes = new TreeMap<>();
    tree.texts()
        .forEach(
            (path, text) -> {
              if (path.startsWith(prefix)) {
                attributes.put(path, KernelFiles.attribute(path, () -> text, this::write));
              }
            });
    if (prefix.startsWith("/sys/bus")) {
      attributes.put(
          prefix + "drivers_probe", KernelFiles.control(prefix + "drivers_probe", this::write));
      for (String driver : bus.drivers()) {
        for (String control : List.of("bind", "unbind")) {
          String path = prefix + "drivers/" + driver + "/" + control;
          attributes.put(path, KernelFiles.control(path, this::write));
        }
      }
    }
    SortedMap<String, String> links = new TreeMap<>();
    tree.links()
        .forEach(
            (path, target) -> {
              if (path.startsWith(prefix)) {
                links.put(path, target);
              }
            });
    return new VirtualFiles.Tree(attributes, links);
  }

  private void write(String path, String text) throws FileError {
    Map<String, String> before = state();
    try {
      boolean returned = tree.write(path, text);
      note(before, path, text);
      if (!returned) {
        waitForBoot();
      }
    } catch (KernelRefusal refused) {
      note(before, path, text);
      ErrorNumber error = refused.error();
      throw new FileError(error.name(), error.text());
    }
    if (path.endsWith("/type")) {
      afterTypeWrite.run();
    }
  }

  private Map<String, String> state() {
    Map<String, String> state = tree.texts();
    state.putAll(tree.links());
    return state;
  }

  private void note(Map<String, String> before, String path, String text) {
    if (!before.equals(state())) {
      effects.add("host", "write " + path + " " + text.strip());
    }
  }

  /** Waits as the kernel does for a driver whose users never leave: no signal ends it. */
  private void waitForBoot() {
    processes.uninterruptible(Thread.currentThread(), true);
    nextBoot.join();
    throw new MachineStopped();
  }

  /** Lets go of all that waits. */
  synchronized void reboot() {
    CompletableFuture<Boolean> reached = nextBoot;
    nextBoot = new CompletableFuture<>();
    reached.complete(true);
  }
}
