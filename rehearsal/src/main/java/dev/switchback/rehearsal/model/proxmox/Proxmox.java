package dev.switchback.rehearsal.model.proxmox;

import dev.switchback.rehearsal.model.kernel.KernelRefusal;
import dev.switchback.rehearsal.model.pci.PciBus;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A node's VMs and containers, as {@code qm} and {@code pct} show and change them. Thread-safe. */
public final class Proxmox {

  /**
   * What a command gave.
   *
   * @param status exit status
   * @param output standard output
   * @param error standard error
   */
  public record Answer(int status, String output, String error) {}

  /**
   * A guest.
   *
   * @param id its number
   * @param name its name
   * @param config its configuration, lines of {@code key: value}
   * @param functions PCI functions that it passes through
   * @param pid its process, 0 when stopped
   */
  public record Guest(int id, String name, String config, List<String> functions, int pid) {
    Guest withPid(int next) {
      return new Guest(id, name, config, functions, next);
    }

    /** Returns {@code running} or {@code stopped}. */
    public String status() {
      return pid > 0 ? "running" : "stopped";
    }
  }

  private final PciBus bus;
  private final Clock clock;
  private final Map<Integer, Long> reserved = new TreeMap<>();
  private final Map<Integer, Guest> machines = new TreeMap<>();
  private final Map<Integer, Guest> containers = new TreeMap<>();

  /** A node without guests whose VMs take functions from {@code bus}. */
  public Proxmox(PciBus bus, Clock clock) {
    this.bus = bus;
    this.clock = clock;
  }

  /** Adds a VM; a running one holds its functions' groups. */
  public synchronized void addMachine(Guest guest) {
    machines.put(guest.id(), guest);
    open(guest, guest.pid() > 0);
  }

  /** Adds a container. */
  public synchronized void addContainer(Guest guest) {
    containers.put(guest.id(), guest);
  }

  /** Opens the functions of the guests that ran before a boot. */
  public synchronized void afterBoot() {
    reserved.clear();
    machines.values().forEach(guest -> open(guest, guest.pid() > 0));
  }

  /** Returns each VM. */
  public synchronized List<Guest> machines() {
    return List.copyOf(machines.values());
  }

  /** Returns each container. */
  public synchronized List<Guest> containers() {
    return List.copyOf(containers.values());
  }

  private void open(Guest guest, boolean opened) {
    guest.functions().forEach(f -> bus.openThroughVfio(bus.groupOf(f).id(), opened));
  }

  /** Runs {@code qm} with {@code arguments}. */
  public synchronized Answer qm(List<String> arguments) throws KernelRefusal {
    return switch (arguments.isEmpty() ? "" : arguments.get(0)) {
      case "list" -> listMachines();
      case "start" -> change(arguments, true);
      case "stop", "shutdown" -> change(arguments, false);
      default -> show(arguments, machines, "qemu-server");
    };
  }

  /** Runs {@code pct} with {@code arguments}, {@code exec} apart. */
  public synchronized Answer pct(List<String> arguments) {
    if (!arguments.isEmpty() && arguments.get(0).equals("list")) {
      StringBuilder out =
          new StringBuilder("VMID       Status     Lock         Name                \n");
      containers
          .values()
          .forEach(
              g ->
                  out.append(
                      "%-10d %-10s %-12s %-20s\n".formatted(g.id(), g.status(), "", g.name())));
      return new Answer(0, out.toString(), "");
    }
    return show(arguments, containers, "lxc");
  }

  private Answer listMachines() {
    StringBuilder out =
        new StringBuilder(
            "      VMID NAME                 STATUS     MEM(MB)    BOOTDISK(GB) PID       \n");
    machines
        .values()
        .forEach(
            g ->
                out.append(
                    "%10d %-20s %-10s %-10d %12.2f %-10d\n"
                        .formatted(g.id(), g.name(), g.status(), 262144, 200.0, g.pid())));
    return new Answer(0, out.toString(), "");
  }

  private static Answer show(List<String> arguments, Map<Integer, Guest> guests, String folder) {
    if (arguments.size() < 2) {
      return new Answer(255, "", "400 not enough arguments\n");
    }
    Optional<Guest> guest = find(arguments.get(1), guests);
    if (guest.isEmpty()) {
      return missing(arguments.get(1), folder);
    }
    return switch (arguments.get(0)) {
      case "status" -> new Answer(0, "status: " + guest.get().status() + "\n", "");
      case "config" -> new Answer(0, guest.get().config(), "");
      default -> new Answer(255, "", "ERROR: unknown command '" + arguments.get(0) + "'\n");
    };
  }

  private static Optional<Guest> find(String id, Map<Integer, Guest> guests) {
    return guests.values().stream().filter(g -> Integer.toString(g.id()).equals(id)).findFirst();
  }

  private static Answer missing(String id, String folder) {
    return new Answer(
        2, "", "Configuration file 'nodes/seed/%s/%s.conf' does not exist\n".formatted(folder, id));
  }

  private Answer change(List<String> arguments, boolean start) throws KernelRefusal {
    String id = arguments.size() > 1 ? arguments.get(1) : "";
    Optional<Guest> found = find(id, machines);
    if (found.isEmpty()) {
      return missing(id, "qemu-server");
    }
    Guest guest = found.get();
    if (start && guest.pid() > 0) {
      return new Answer(255, "", "VM " + id + " already running\n");
    }
    if (start) {
      reserved.put(guest.id(), clock.instant().getEpochSecond());
      for (String function : guest.functions()) {
        if (!claim(function)) {
          return new Answer(255, "", "start failed: unbind of " + function + " does not return\n");
        }
      }
    }
    reserved.remove(guest.id());
    machines.put(guest.id(), guest.withPid(start ? 40000 + guest.id() : 0));
    open(guest, start);
    return new Answer(0, "", "");
  }

  /**
   * Binds every member of the function's group to vfio-pci, as qemu-server does at a VM's start.
   *
   * @return false when the driver before waits without end for its users
   */
  private boolean claim(String function) throws KernelRefusal {
    for (String member : bus.groupOf(function).members()) {
      Optional<String> driver = bus.driverOf(member);
      if (driver.isPresent() && driver.get().equals("vfio-pci")) {
        continue;
      }
      if (driver.isPresent() && !bus.unbind(driver.get(), member)) {
        return false;
      }
      bus.writeOverride(member, "vfio-pci");
      bus.bind("vfio-pci", member);
    }
    return true;
  }

  /** Returns the text of /run/qemu-server/pci-id-reservations. */
  public synchronized String reservations() {
    StringBuilder lines = new StringBuilder();
    for (Guest guest : machines.values()) {
      if (guest.pid() > 0) {
        guest
            .functions()
            .forEach(f -> lines.append("%s %d pid:%d\n".formatted(f, guest.id(), guest.pid())));
      } else if (reserved.containsKey(guest.id())) {
        guest
            .functions()
            .forEach(
                f ->
                    lines.append(
                        "%s %d time:%d\n".formatted(f, guest.id(), reserved.get(guest.id()))));
      }
    }
    return lines.toString();
  }
}
