package dev.switchback.rehearsal.machine;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.model.kernel.KernelRefusal;
import dev.switchback.rehearsal.model.nvidia.NvidiaSmi;
import dev.switchback.rehearsal.model.nvidia.PeerProbe;
import dev.switchback.rehearsal.model.python.PythonStart;
import dev.switchback.rehearsal.model.seed.SeedMachine;
import dev.switchback.rehearsal.model.serving.SglangService;
import dev.switchback.rehearsal.model.systemd.Systemd;
import dev.switchback.rehearsal.programs.Benchmark;
import dev.switchback.rehearsal.programs.Dmesg;
import dev.switchback.rehearsal.programs.EffectiveEnvironment;
import dev.switchback.rehearsal.programs.Holders;
import dev.switchback.rehearsal.programs.HttpGet;
import dev.switchback.rehearsal.programs.Interpreter;
import dev.switchback.rehearsal.programs.Journalctl;
import dev.switchback.rehearsal.programs.NvidiaSmiProgram;
import dev.switchback.rehearsal.programs.Pct;
import dev.switchback.rehearsal.programs.PeerProbeProgram;
import dev.switchback.rehearsal.programs.Qm;
import dev.switchback.rehearsal.programs.Systemctl;
import dev.switchback.rehearsal.scenario.Scenario;
import dev.switchback.rehearsal.shell.Machine;
import dev.switchback.rehearsal.shell.MachineStopped;
import dev.switchback.rehearsal.shell.Processes;
import dev.switchback.rehearsal.shell.Program;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The seed host running: two planes over one model, and what can happen to it. Thread-safe. */
public final class SeedHost implements AutoCloseable {
  /** Number of the container with the service. */
  public static final String CONTAINER = "101";

  /** The interpreter of the service. */
  public static final String INTERPRETER = "/srv/sglang/venv/bin/python";

  /** The port that the service's users know. */
  public static final int SERVICE_PORT = 30000;

  private static final Duration DOWN = Duration.ofSeconds(1);
  private static final Duration BOOT_LIMIT = Duration.ofSeconds(30);

  /** How the host hangs on the network. */
  public interface Network {
    /** Cuts every connection. */
    void cut();

    /** Cuts every connection, and each new one for a while. */
    void refuseFor(Duration time);
  }

  private final Scenario.Knobs knobs;
  private final Network network;
  private final Effects effects = new Effects();
  private final Boot boot;
  private final SeedMachine model;
  private final Plane host;
  private final Plane container;
  private final Systemd hostUnits;
  private final Systemd containerUnits;
  private final SglangService service;
  private final SysfsMount sysfs;
  private final Snapshot snapshot;
  private final AtomicBoolean typeWritten = new AtomicBoolean();

  /**
   * What both planes are made of.
   *
   * @param hostFiles an empty tree
   * @param containerFiles an empty tree
   * @param programs programs that need no model, by name; {@code python3} is one
   * @param hostPrograms stand-ins that need no model, by name
   */
  public record Parts(
      VirtualFiles hostFiles,
      VirtualFiles containerFiles,
      Map<String, Program> programs,
      Map<String, Program> hostPrograms) {}

  /** Boots the host; returns when its service is ready. */
  public SeedHost(Scenario.Knobs knobs, Parts parts, Clock clock, Duration pace, Network network) {
    this.knobs = knobs;
    this.network = network;
    this.boot = new Boot(clock);
    this.model = SeedMachine.booted(knobs, clock);
    this.host = new Plane(parts.hostFiles(), new Processes(), clock);
    this.container = new Plane(parts.containerFiles(), new Processes(), clock);
    this.sysfs = new SysfsMount(model.bus(), host.processes(), effects, this::afterTypeWrite);
    this.hostUnits = new Systemd(new UnitFiles(host.files()), clock);
    this.containerUnits = new Systemd(new UnitFiles(container.files()), clock);
    PythonStart python = new PythonStart(this::sitecustomize);
    this.service =
        new SglangService(
            model.nvidia(),
            model.fabric(),
            model.ownGpus(),
            python,
            new SglangService.Faults(knobs.shmOnly(), knobs.neverReady(), knobs.slowP2p()),
            line -> containerUnits.journal(SeedFiles.UNIT, line),
            pace);
    this.snapshot = new Snapshot(model, host.files(), container.files(), containerUnits);
    putFiles();
    installPrograms(parts, python);
    containerUnits.runs(SeedFiles.UNIT, service);
    containerUnits.start(SeedFiles.UNIT);
    awaitService();
    watchFiles();
  }

  private Optional<byte[]> sitecustomize() {
    try {
      return Optional.of(container.files().read(SeedFiles.SITECUSTOMIZE));
    } catch (FileError absent) {
      return Optional.empty();
    }
  }

  private void putFiles() {
    SeedFiles.host(host.files());
    SeedFiles.container(container.files(), knobs.sitecustomize());
    ProcMount proc = new ProcMount(model, boot, knobs.snp());
    proc.mountOn(host.files(), host.processes(), "seed");
    proc.mountOn(container.files(), container.processes(), "inference");
    proc.mountGuestsOn(host.files());
    KernelFiles.mountNull(host.files());
    KernelFiles.mountNull(container.files());
    sysfs.mountOn(host.files());
    if (knobs.diskFull()) {
      container.files().failWrites("/etc", "ENOSPC", "No space left on device");
    }
  }

  private void watchFiles() {
    host.files().onChange(change -> noteFile("host", change));
    container.files().onChange(change -> noteFile("container", change));
  }

  private void noteFile(String plane, String change) {
    if (!change.contains(" /run/switchback") && !change.contains(" /dev/")) {
      effects.add(plane, change);
    }
  }

  private void installPrograms(Parts parts, PythonStart python) {
    for (Plane plane : List.of(host, container)) {
      parts.programs().forEach(plane::install);
      parts.hostPrograms().forEach(plane::installHostProgram);
      plane.install("nvidia-smi", new NvidiaSmiProgram(new NvidiaSmi(model.nvidia())));
      plane.installHostProgram(
          "http-get",
          new HttpGet(SERVICE_PORT, plane == container ? service::port : Optional::empty));
      plane.installHostProgram("holders", new Holders(model.nvidia()));
      plane.installHostProgram(
          "p2p-probe", new PeerProbeProgram(new PeerProbe(model.nvidia(), model.fabric())));
      plane.install("dmesg", new Dmesg(model.log(), boot::since));
    }
    host.install("systemctl", new Systemctl(hostUnits, what -> effects.add("host", what)));
    host.install("journalctl", journal("seed", hostUnits));
    host.install("qm", new Qm(model.guests(), what -> effects.add("host", what)));
    host.install("pct", new Pct(model.guests(), Map.<String, Machine>of(CONTAINER, container)));
    container.install(
        "systemctl", new Systemctl(containerUnits, what -> effects.add("container", what)));
    container.install("journalctl", journal("inference", containerUnits));
    container.installHostProgram(
        "effective-environment", new EffectiveEnvironment(SeedFiles.SITECUSTOMIZE, python));
    Program python3 = parts.programs().get("python3");
    if (python3 != null) {
      container.install(INTERPRETER, new Interpreter(python3, new Benchmark(service)));
    }
  }

  private Journalctl journal(String hostname, Systemd units) {
    return new Journalctl(
        hostname,
        () -> boot.id().replace("-", ""),
        () ->
            model.log().after(0).stream()
                .map(
                    line ->
                        new Journalctl.Entry(
                            line.sequence(), line.at(), "kernel", "", line.message()))
                .toList(),
        unit ->
            units.journalOf(unit, 0).stream()
                .map(
                    line ->
                        new Journalctl.Entry(
                            line.sequence(), line.at(), "python", line.unit(), line.message()))
                .toList());
  }

  private void awaitService() {
    long limit = System.nanoTime() + BOOT_LIMIT.toNanos();
    while (!service.ready()) {
      if (System.nanoTime() > limit) {
        throw new IllegalStateException("the simulated service did not become ready");
      }
      try {
        Thread.sleep(5);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while the rehearsal host boots", interrupted);
      }
    }
  }

  private void afterTypeWrite() {
    if (!typeWritten.compareAndSet(false, true)) {
      return;
    }
    switch (knobs.onTypeWrite()) {
      case NOTHING -> {}
      case DROP_CONNECTIONS -> network.cut();
      case REBOOT -> {
        CompletableFuture.runAsync(this::reboot).join();
        throw new MachineStopped();
      }
    }
  }

  /** Power-cycles the host: what ran is gone, what is on disk stays. */
  public void reboot() {
    network.refuseFor(DOWN);
    host.processes().endAll();
    container.processes().endAll();
    sysfs.reboot();
    containerUnits.shutdown();
    hostUnits.shutdown();
    model.reboot(knobs);
    boot.next();
    Folders.empty(host.files(), "/run", "/run/qemu-server");
    Folders.empty(container.files(), "/run", "");
    Folders.empty(host.files(), "/tmp", "");
    effects.add("host", "reboot");
    containerUnits.start(SeedFiles.UNIT);
  }

  /**
   * Lets happen what the scenario has for the time between approval and first step.
   *
   * @return false when the scenario has nothing for it
   */
  public boolean trigger() {
    switch (knobs.onTrigger()) {
      case NOTHING -> {
        return false;
      }
      case VM_STARTS -> startNeighbour();
      case UNIT_EDITED -> editUnit();
    }
    return true;
  }

  private void startNeighbour() {
    try {
      effects.add("host", "qm start " + SeedMachine.NEIGHBOUR_VM);
      model.startNeighbour();
    } catch (KernelRefusal refused) {
      throw new IllegalStateException("the neighbour's VM cannot start", refused);
    }
  }

  private void editUnit() {
    try {
      VirtualFiles files = container.files();
      String text = new String(files.read(SeedFiles.UNIT_FILE), StandardCharsets.UTF_8);
      String edited = text.replace("OMP_NUM_THREADS=8", "OMP_NUM_THREADS=16");
      files.write(SeedFiles.UNIT_FILE, edited.getBytes(StandardCharsets.UTF_8));
    } catch (FileError refused) {
      throw new IllegalStateException("the unit cannot be edited: " + refused.text(), refused);
    }
  }

  /** Returns the host's plane. */
  public Machine host() {
    return host;
  }

  /** Returns the container's plane. */
  public Machine container() {
    return container;
  }

  /** Returns which boot this is. */
  public Boot boot() {
    return boot;
  }

  /** Returns the state of all that a rehearsal may change. */
  public SortedMap<String, String> snapshot() {
    return snapshot.take();
  }

  /** Returns what happened so far. */
  public List<String> effects() {
    return effects.all();
  }

  @Override
  public void close() {
    host.processes().endAll();
    container.processes().endAll();
    sysfs.reboot();
    service.close();
  }
}
