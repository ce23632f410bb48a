package dev.switchback.rehearsal.machine;

import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.model.nvidia.Gpu;
import dev.switchback.rehearsal.model.nvidia.NvidiaDriver;
import dev.switchback.rehearsal.model.proxmox.Proxmox;
import dev.switchback.rehearsal.model.seed.SeedMachine;
import dev.switchback.rehearsal.shell.Processes;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** procfs, the modules' sysfs, and Proxmox' files over the model. */
final class ProcMount {
  private static final String STAT_HEAD = "%d (%s) %c %d %d %d 0 -1 4194304 ";
  private static final String STAT_MIDDLE = "0 0 0 0 0 0 0 0 20 0 1 0 ";
  private static final String STAT_TAIL = " 0 0 18446744073709551615";
  private static final int STAT_FIELDS_LEFT = 27;

  private final SeedMachine machine;
  private final Boot boot;
  private final boolean snp;

  ProcMount(SeedMachine machine, Boot boot, boolean snp) {
    this.machine = machine;
    this.boot = boot;
    this.snp = snp;
  }

  void mountOn(VirtualFiles files, Processes processes, String hostname) {
    files.mountTree("/proc", () -> KernelFiles.tree(proc(processes, hostname)));
    files.mountTree("/sys/module", () -> KernelFiles.tree(modules()));
  }

  void mountGuestsOn(VirtualFiles files) {
    files.mountTree(
        "/run/qemu-server",
        () ->
            KernelFiles.tree(
                Map.of("/run/qemu-server/pci-id-reservations", machine.guests()::reservations)));
    files.mountTree(
        "/etc/pve/qemu-server", () -> KernelFiles.tree(configs("/etc/pve/qemu-server/")));
    files.mountTree("/etc/pve/lxc", () -> KernelFiles.tree(configs("/etc/pve/lxc/")));
  }

  private Map<String, Supplier<String>> configs(String folder) {
    Map<String, Supplier<String>> files = new TreeMap<>();
    for (Proxmox.Guest guest :
        folder.endsWith("lxc/") ? machine.guests().containers() : machine.guests().machines()) {
      files.put(folder + guest.id() + ".conf", guest::config);
    }
    return files;
  }

  private Map<String, Supplier<String>> modules() {
    return Map.of(
        "/sys/module/kvm_amd/parameters/sev_snp", () -> snp ? "Y\n" : "N\n",
        "/sys/module/nvidia/version", () -> NvidiaDriver.VERSION + "\n");
  }

  private Map<String, Supplier<String>> proc(Processes processes, String hostname) {
    Map<String, Supplier<String>> files = new TreeMap<>();
    files.put("/proc/cmdline", this::commandLine);
    files.put("/proc/uptime", boot::uptime);
    files.put("/proc/modules", ProcMount::loaded);
    files.put("/proc/sys/kernel/random/boot_id", () -> boot.id() + "\n");
    files.put("/proc/sys/kernel/osrelease", () -> SeedMachine.KERNEL.release() + "\n");
    files.put("/proc/sys/kernel/hostname", () -> hostname + "\n");
    files.put("/proc/sys/kernel/ostype", () -> "Linux\n");
    files.put("/proc/driver/nvidia/version", ProcMount::version);
    files.put("/proc/driver/nvidia/params", ProcMount::parameters);
    for (Gpu gpu : machine.nvidia().bound()) {
      files.put(
          "/proc/driver/nvidia/gpus/" + gpu.address() + "/information", () -> information(gpu));
    }
    for (Processes.Running process : processes.all()) {
      files.put("/proc/" + process.pid() + "/stat", () -> stat(process));
      files.put("/proc/" + process.pid() + "/comm", () -> process.command() + "\n");
    }
    return files;
  }

  private String commandLine() {
    return "BOOT_IMAGE=/boot/vmlinuz-%s root=/dev/mapper/pve-root ro amd_iommu=on%s quiet%n"
        .formatted(
            SeedMachine.KERNEL.release(),
            snp ? " mem_encrypt=on kvm_amd.sev=1 kvm_amd.sev_snp=1" : "");
  }

  private static String loaded() {
    return """
    nvidia_uvm 2195456 8 - Live 0x0000000000000000 (O)
    nvidia 14422016 42 nvidia_uvm, Live 0x0000000000000000 (O)
    vfio_pci 16384 4 - Live 0x0000000000000000
    mlx5_core 2535424 0 - Live 0x0000000000000000
    kvm_amd 217088 32 - Live 0x0000000000000000
    """;
  }

  private static String version() {
    return """
    NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  %s  Release Build
    GCC version:  gcc version 14.2.0 (Debian 14.2.0-19)
    """
        .formatted(NvidiaDriver.VERSION);
  }

  private static String parameters() {
    return """
    ResmanDebugLevel: 4294967295
    EnableGpuFirmware: 18
    DmaRemapPeerMmio: 1
    GrdmaPciTopoCheckOverride: 0
    RegistryDwords: ""
    """;
  }

  private static String information(Gpu gpu) {
    return """
    Model: \t\t %s
    GPU UUID: \t %s
    Bus Type: \t PCIe
    DMA Size: \t 52 bits
    DMA Mask: \t 0xfffffffffffff
    Bus Location: \t %s
    Device Minor: \t %d
    GPU Firmware: \t %s
    GPU Excluded:\t No
    """
        .formatted(Gpu.NAME, gpu.uuid(), gpu.address(), gpu.minor(), NvidiaDriver.VERSION);
  }

  private static String stat(Processes.Running process) {
    return STAT_HEAD.formatted(
            process.pid(),
            process.command(),
            process.state(),
            process.parent(),
            process.group(),
            process.session())
        + STAT_MIDDLE
        + process.started()
        + STAT_TAIL
        + " 0".repeat(STAT_FIELDS_LEFT)
        + "\n";
  }
}
