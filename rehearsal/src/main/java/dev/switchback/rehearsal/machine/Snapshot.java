package dev.switchback.rehearsal.machine;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.model.pci.IommuGroup;
import dev.switchback.rehearsal.model.pci.PciFunction;
import dev.switchback.rehearsal.model.proxmox.Proxmox;
import dev.switchback.rehearsal.model.seed.SeedMachine;
import dev.switchback.rehearsal.model.systemd.Systemd;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** All state of the host that lasts; equal snapshots mean that nothing is left of a change. */
final class Snapshot {
  private static final Set<String> MADE_BY_THE_KERNEL = Set.of("proc", "sys", "dev", "tmp");
  private static final List<String> LEFT_OUT =
      List.of(
          "/run/switchback",
          "/run/qemu-server",
          "/etc/pve/qemu-server",
          "/etc/pve/lxc",
          "/var/log");
  private static final List<String> UNIT_PROPERTIES =
      List.of(
          "LoadState",
          "ActiveState",
          "SubState",
          "UnitFileState",
          "FragmentPath",
          "DropInPaths",
          "NeedDaemonReload",
          "Environment",
          "ExecStart");

  private final SeedMachine model;
  private final VirtualFiles host;
  private final VirtualFiles container;
  private final Systemd units;

  Snapshot(SeedMachine model, VirtualFiles host, VirtualFiles container, Systemd units) {
    this.model = model;
    this.host = host;
    this.container = container;
    this.units = units;
  }

  SortedMap<String, String> take() {
    SortedMap<String, String> state = new TreeMap<>();
    files("host", host, state);
    files("container", container, state);
    for (IommuGroup group : model.bus().groups()) {
      state.put("host group " + group.id() + " type", group.type());
    }
    for (PciFunction function : model.bus().functions()) {
      String address = function.address();
      state.put("host function " + address + " driver", model.bus().driverOf(address).orElse(""));
      state.put("host function " + address + " override", model.bus().overrideOf(address));
    }
    for (Proxmox.Guest guest : model.guests().machines()) {
      state.put("host vm " + guest.id(), guest.status() + "\n" + guest.config());
    }
    Map<String, String> shown = units.show(SeedFiles.UNIT);
    UNIT_PROPERTIES.forEach(
        property ->
            state.put(
                "container unit " + SeedFiles.UNIT + " " + property,
                shown.getOrDefault(property, "")));
    return state;
  }

  private static void files(String plane, VirtualFiles files, SortedMap<String, String> state) {
    try {
      for (String name : files.list("/")) {
        if (!MADE_BY_THE_KERNEL.contains(name)) {
          files
              .describe("/" + name)
              .forEach(
                  (path, what) -> {
                    if (LEFT_OUT.stream().noneMatch(path::startsWith)) {
                      state.put(plane + " file " + path, what);
                    }
                  });
        }
      }
    } catch (FileError unreadable) {
      throw new IllegalStateException(plane + ": " + unreadable.text(), unreadable);
    }
  }
}
