package dev.switchback.gpu;

import dev.switchback.change.TenantPresence;
import dev.switchback.fence.Neighbours;
import dev.switchback.host.Command;
import dev.switchback.host.CommandResult;
import dev.switchback.host.Host;
import dev.switchback.inventory.Inventory.HostEntry;
import dev.switchback.iommu.DomainInput;
import dev.switchback.iommu.DomainState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One typed picture of a host's GPUs.
 *
 * @param kernel release
 * @param driver NVIDIA driver version; {@code unknown} if it is not loaded
 * @param snp {@code yes}, {@code no} or {@code unknown}
 * @param sme {@code yes}, {@code no} or {@code unknown}
 * @param commandLine the kernel's
 * @param gpus each own GPU
 * @param tenants who is on the host
 */
public record HostPicture(
    String kernel,
    String driver,
    String snp,
    String sme,
    String commandLine,
    List<Gpu> gpus,
    List<TenantPresence> tenants) {
  public HostPicture {
    gpus = List.copyOf(gpus);
    tenants = List.copyOf(tenants);
  }

  /**
   * One GPU.
   *
   * @param function PCI function
   * @param type domain type of its group
   * @param driver bound driver; empty if none
   * @param attributes sysfs attributes by name: numa_node, current_link_speed, current_link_width,
   *     reset_method
   * @param answers whether {@code nvidia-smi} reaches it
   */
  public record Gpu(
      String function,
      String type,
      String driver,
      Map<String, String> attributes,
      boolean answers) {}

  private static final List<String> ATTRIBUTES =
      List.of("numa_node", "current_link_speed", "current_link_width", "reset_method");

  /** Looks at a host. Read-only. */
  static HostPicture of(Host host, HostEntry entry, dev.switchback.iommu.DomainAction domains) {
    DomainState state =
        domains.observe(
            host, new DomainInput(entry.gpus(), "identity", Optional.empty(), Optional.empty()));
    Map<String, String> read =
        host.files().readAll(List.of("/sys/module/nvidia/version", "/proc/cmdline"));
    List<Gpu> gpus = new ArrayList<>();
    for (DomainState.GpuGroup group : state.gpus()) {
      gpus.add(gpu(host, group));
    }
    return new HostPicture(
        state.facts().kernel(),
        read.getOrDefault("/sys/module/nvidia/version", "unknown").strip(),
        state.facts().snp(),
        state.facts().sme(),
        read.getOrDefault("/proc/cmdline", "unknown").strip(),
        gpus,
        new Neighbours(entry).observe(host));
  }

  private static Gpu gpu(Host host, DomainState.GpuGroup group) {
    String device = "/sys/bus/pci/devices/" + group.function() + "/";
    Map<String, String> read =
        host.files().readAll(ATTRIBUTES.stream().map(name -> device + name).toList());
    Map<String, String> attributes = new LinkedHashMap<>();
    ATTRIBUTES.forEach(
        name -> attributes.put(name, read.getOrDefault(device + name, "unknown").strip()));
    String driver =
        group.members().stream()
            .filter(member -> member.function().equals(group.function()))
            .map(DomainState.Member::driver)
            .findFirst()
            .orElse("");
    CommandResult asked =
        host.run(
            Command.of(
                "nvidia-smi", "-i", group.function(), "--query-gpu=uuid", "--format=csv,noheader"));
    return new Gpu(
        group.function(),
        group.type(),
        driver,
        attributes,
        asked.succeeded() && asked.text().startsWith("GPU-"));
  }
}
