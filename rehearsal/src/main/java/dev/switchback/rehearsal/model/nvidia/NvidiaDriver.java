package dev.switchback.rehearsal.model.nvidia;

import dev.switchback.rehearsal.model.kernel.KernelLog;
import dev.switchback.rehearsal.model.pci.Driver;
import dev.switchback.rehearsal.model.pci.PciBus;
import dev.switchback.rehearsal.model.pci.PciFunction;
import dev.switchback.rehearsal.scenario.Scenario.Fsp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The NVIDIA open kernel module, 595.45.04: takes a GPU at bind and initialises its adapter at
 * first use, when the GPU's FSP must read firmware through DMA. Thread-safe.
 */
public final class NvidiaDriver implements Driver {
  /** Its release. */
  public static final String VERSION = "595.45.04";

  /**
   * A process that has a GPU open.
   *
   * @param pid process id on the host
   * @param comm command name
   * @param minor the GPU's minor number
   * @param usedMib its memory on the GPU, MiB
   */
  public record Holder(int pid, String comm, int minor, int usedMib) {}

  private final KernelLog log;
  private final PciBus bus;
  private final Fsp fsp;
  private final boolean removalHangs;
  private final Map<String, Gpu> gpus = new TreeMap<>();
  private final TreeSet<String> ready = new TreeSet<>();
  private final TreeSet<String> failed = new TreeSet<>();
  private final TreeSet<String> dead = new TreeSet<>();
  private final List<Holder> holders = new ArrayList<>();

  /** A driver that knows no GPU yet. */
  public NvidiaDriver(KernelLog log, PciBus bus, Fsp fsp, boolean removalHangs) {
    this.log = log;
    this.bus = bus;
    this.fsp = fsp;
    this.removalHangs = removalHangs;
  }

  /** Tells the driver which GPUs exist. */
  public void add(Gpu gpu) {
    synchronized (bus) {
      gpus.put(gpu.address(), gpu);
    }
  }

  @Override
  public String name() {
    return "nvidia";
  }

  @Override
  public boolean matches(PciFunction function) {
    return function.vendor().equals("0x10de");
  }

  @Override
  public boolean managesDma() {
    return false;
  }

  @Override
  public void probe(PciFunction function) {
    synchronized (bus) {
      ready.remove(function.address());
      failed.remove(function.address());
    }
  }

  @Override
  public boolean remove(PciFunction function) {
    synchronized (bus) {
      Gpu gpu = gpu(function.address());
      ready.remove(function.address());
      failed.remove(function.address());
      boolean used = holders.stream().anyMatch(holder -> holder.minor() == gpu.minor());
      if (used || removalHangs) {
        log.add(
            "NVRM: Attempting to remove device "
                + function.address()
                + " with non-zero usage count!");
        return false;
      }
      return true;
    }
  }

  /** Returns the GPUs that the driver is bound to, by address. */
  public List<Gpu> bound() {
    synchronized (bus) {
      return bus.boundTo(name()).stream().map(this::gpu).toList();
    }
  }

  /** Returns the GPU at that address. */
  public Optional<Gpu> find(String address) {
    synchronized (bus) {
      return Optional.ofNullable(gpus.get(address));
    }
  }

  /** Returns all GPUs, bound or not. */
  public List<Gpu> all() {
    synchronized (bus) {
      return List.copyOf(gpus.values());
    }
  }

  /**
   * Uses a GPU as an opener of its device node does; false when its adapter does not initialise
   * (the open answers EIO) or the driver is not bound to it.
   */
  public boolean initialise(Gpu gpu) {
    String address = gpu.address();
    boolean bound = bus.driverOf(address).filter(name()::equals).isPresent();
    boolean identity = bus.groupOf(address).type().equals("identity");
    return bound && initialise(gpu, identity);
  }

  private boolean initialise(Gpu gpu, boolean identity) {
    synchronized (bus) {
      String address = gpu.address();
      if (ready.contains(address)) {
        return true;
      }
      if (dead.contains(address) || failed.contains(address) || (identity && fsp != Fsp.NONE)) {
        fspFails(gpu);
        return false;
      }
      ready.add(address);
      return true;
    }
  }

  private void fspFails(Gpu gpu) {
    failed.add(gpu.address());
    if (fsp == Fsp.STUCK_UNTIL_REBOOT) {
      dead.add(gpu.address());
    }
    String who = "NVRM: GPU" + gpu.minor() + " ";
    log.add(who + "kfspPollForResponse_IMPL: FSP command timed out");
    log.add(who + "kfspDumpDebugState_GB202: FSP microcode v3.18");
    for (int word = 0; word < 4; word++) {
      log.add(
          who
              + "kfspDumpDebugState_GB202: NV_PFSP_FALCON_COMMON_SCRATCH_GROUP_2("
              + word
              + ") = 0x0");
    }
    log.add(who + "kfspSendBootCommands_HAL: Sent following content to FSP:");
    log.add(
        who + "kfspSendBootCommands_HAL: version=0x2, size=0x35c, gspFmcSysmemOffset=0xfe1c0000");
    log.add(who + "kgspBootstrap_GH100: FSP boot cmds failed. RM cannot boot.");
    log.add("NVRM: GPU " + gpu.address() + ": RmInitAdapter failed! (0x62:0x65:1991)");
    log.add(
        "NVRM: GPU "
            + gpu.address()
            + ": rm_init_adapter failed, device minor number "
            + gpu.minor());
  }

  /** Opens a GPU's device node for a process. */
  public void open(Holder holder) {
    synchronized (bus) {
      holders.add(holder);
    }
  }

  /** Closes all that a process had open. */
  public void close(int pid) {
    synchronized (bus) {
      holders.removeIf(holder -> holder.pid() == pid);
    }
  }

  /** Returns who has GPUs open. */
  public List<Holder> holders() {
    synchronized (bus) {
      return List.copyOf(holders);
    }
  }

  private Gpu gpu(String address) {
    Gpu gpu = gpus.get(address);
    if (gpu == null) {
      throw new IllegalArgumentException("no GPU at " + address);
    }
    return gpu;
  }

  /** Forgets all state, as a boot does; a cold chip boots again. */
  public void reboot() {
    synchronized (bus) {
      ready.clear();
      failed.clear();
      dead.clear();
      holders.clear();
    }
  }
}
