package dev.switchback.rehearsal.model.seed;

import dev.switchback.rehearsal.model.kernel.KernelLog;
import dev.switchback.rehearsal.model.kernel.KernelRefusal;
import dev.switchback.rehearsal.model.kernel.KernelRelease;
import dev.switchback.rehearsal.model.nvidia.Fabric;
import dev.switchback.rehearsal.model.nvidia.Gpu;
import dev.switchback.rehearsal.model.nvidia.NvidiaDriver;
import dev.switchback.rehearsal.model.pci.Driver;
import dev.switchback.rehearsal.model.pci.PciBus;
import dev.switchback.rehearsal.model.pci.PciFunction;
import dev.switchback.rehearsal.model.pci.PciFunction.MemoryRange;
import dev.switchback.rehearsal.model.proxmox.Proxmox;
import dev.switchback.rehearsal.scenario.Scenario;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The seed host: eight GPUs, four of them a VM's, a NIC with the default route, container 101.
 *
 * @param log the kernel's log
 * @param bus functions and groups
 * @param nvidia the GPUs' driver
 * @param fabric peer DMA
 * @param guests VMs and containers
 */
public record SeedMachine(
    KernelLog log, PciBus bus, NvidiaDriver nvidia, Fabric fabric, Proxmox guests) {
  /** GPUs of the tenant whose service is switched. */
  public static final List<String> OWN =
      List.of("0000:01:00.0", "0000:21:00.0", "0000:41:00.0", "0000:61:00.0");

  /** GPUs of the other tenant's VM 200. */
  public static final List<String> OTHER =
      List.of("0000:81:00.0", "0000:a1:00.0", "0000:c1:00.0", "0000:e1:00.0");

  /** The NIC that carries the default route. */
  public static final String NIC = "0000:c5:00.0";

  /** Proxmox VE 9's kernel before the fix for SNP's identity. */
  public static final KernelRelease KERNEL = new KernelRelease("6.14.11-4-pve", false);

  /** The other tenant's VM. */
  public static final int OTHER_VM = 200;

  /** A VM that the other tenant makes later, with an own GPU in its configuration. */
  public static final int NEIGHBOUR_VM = 201;

  private static final String NEIGHBOUR_CONFIG =
      "cores: 8\nhostpci0: " + OWN.get(3) + ",pcie=1\nmemory: 65536\nname: tenant-b-batch\n";

  private static final int NIC_GROUP = 70;

  /** Puts the host together as it is after its boot. */
  public static SeedMachine booted(Scenario.Knobs knobs, Clock clock) {
    KernelLog log = new KernelLog(clock);
    PciBus bus = new PciBus(KERNEL, log, knobs.snp());
    NvidiaDriver nvidia = new NvidiaDriver(log, bus, knobs.fsp(), knobs.unbindStuck());
    bus.load(nvidia);
    bus.load(Driver.plain("vfio-pci", true, ""));
    bus.load(Driver.plain("mlx5_core", false, "0x1021"));
    bootLines(log, knobs.snp());
    addGpus(bus, nvidia, knobs.nicInGroup());
    bus.boundAtBoot(NIC, "mlx5_core", "");
    Proxmox guests = new Proxmox(bus, clock);
    guests.addMachine(new Proxmox.Guest(OTHER_VM, "tenant-b", machineConfig(), OTHER, 40200));
    guests.addContainer(
        new Proxmox.Guest(
            101,
            "inference",
            "arch: amd64\nhostname: inference\nostype: ubuntu\n",
            List.of(),
            4100));
    return new SeedMachine(log, bus, nvidia, new Fabric(bus, log, knobs.fabric()), guests);
  }

  /**
   * Boots anew: types, bindings and log as after a boot, all GPUs cold, the guests that ran
   * running.
   */
  public void reboot(Scenario.Knobs knobs) {
    log.clear();
    bus.reboot();
    nvidia.reboot();
    bootLines(log, knobs.snp());
    OWN.forEach(address -> bus.boundAtBoot(address, "nvidia", ""));
    OTHER.forEach(address -> bus.boundAtBoot(address, "vfio-pci", "vfio-pci"));
    bus.boundAtBoot(NIC, "mlx5_core", "");
    guests.afterBoot();
  }

  /** Makes the neighbour's new VM and starts it, as {@code qm create} and {@code qm start} do. */
  public Proxmox.Answer startNeighbour() throws KernelRefusal {
    guests.addMachine(
        new Proxmox.Guest(
            NEIGHBOUR_VM, "tenant-b-batch", NEIGHBOUR_CONFIG, List.of(OWN.get(3)), 0));
    return guests.qm(List.of("start", Integer.toString(NEIGHBOUR_VM)));
  }

  private static void bootLines(KernelLog log, boolean snp) {
    log.add("Linux version " + KERNEL.release() + " (build@proxmox)");
    log.add("iommu: Default domain type: Translated");
    log.add("iommu: DMA domain TLB invalidation policy: lazy mode");
    if (snp) {
      log.add("AMD-Vi: IOMMU SNP support enabled.");
    }
    log.add("NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  " + NvidiaDriver.VERSION);
  }

  private static void addGpus(PciBus bus, NvidiaDriver nvidia, boolean nicInGroup) {
    PciFunction nic = new PciFunction(NIC, "0x15b3", "0x1021", "0x020000", 1, List.of());
    List<String> all = new ArrayList<>(OWN);
    all.addAll(OTHER);
    for (int minor = 0; minor < all.size(); minor++) {
      boolean own = minor < OWN.size();
      Gpu gpu = gpu(all.get(minor), minor, own ? 0 : 1);
      boolean shared = nicInGroup && minor == 0;
      bus.addGroup(20 + minor, shared ? List.of(gpu.function(), nic) : List.of(gpu.function()));
      nvidia.add(gpu);
      bus.boundAtBoot(gpu.address(), own ? "nvidia" : "vfio-pci", own ? "" : "vfio-pci");
    }
    if (!nicInGroup) {
      bus.addGroup(NIC_GROUP, List.of(nic));
    }
  }

  private static Gpu gpu(String address, int minor, int node) {
    long control = 0xb0000000L + minor * 0x4000000L;
    long window = 0x24000000000L + minor * 0x10000000000L;
    PciFunction function =
        new PciFunction(
            address,
            "0x10de",
            "0x2bb5",
            "0x030200",
            node,
            List.of(
                new MemoryRange(control, control + 0x3ffffffL, 0x40200),
                new MemoryRange(window, window + 0x1fffffffffL, 0x14220c)));
    String uuid =
        "GPU-" + UUID.nameUUIDFromBytes(address.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return new Gpu(function, minor, uuid);
  }

  private static String machineConfig() {
    StringBuilder config = new StringBuilder("cores: 32\n");
    for (int i = 0; i < OTHER.size(); i++) {
      config.append("hostpci%d: %s,pcie=1\n".formatted(i, OTHER.get(i)));
    }
    return config.append("memory: 262144\nname: tenant-b\nonboot: 1\n").toString();
  }

  /** Returns the GPUs of the service. */
  public List<Gpu> ownGpus() {
    return nvidia.all().stream().filter(gpu -> OWN.contains(gpu.address())).toList();
  }
}
