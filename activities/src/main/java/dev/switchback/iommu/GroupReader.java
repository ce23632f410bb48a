package dev.switchback.iommu;

import dev.switchback.host.Command;
import dev.switchback.host.Host;
import dev.switchback.iommu.DomainState.Facts;
import dev.switchback.iommu.DomainState.GpuGroup;
import dev.switchback.iommu.DomainState.Member;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads groups and facts from a host's sysfs and procfs
 * (Documentation/ABI/testing/sysfs-kernel-iommu_groups).
 */
final class GroupReader {
  static final String DEVICES = "/sys/bus/pci/devices/";
  private static final String GROUPS = "/sys/kernel/iommu_groups/";
  private static final String BRIDGE_CLASS = "0x0604";
  private static final String KERNEL = "/proc/sys/kernel/osrelease";
  private static final String COMMAND_LINE = "/proc/cmdline";
  private static final String SEV_SNP = "/sys/module/kvm_amd/parameters/sev_snp";
  private static final String RESERVATIONS = "/run/qemu-server/pci-id-reservations";
  private static final String MAPPINGS = "/etc/pve/mapping/pci.cfg";
  private static final String VM_CONFIGS = "/etc/pve/qemu-server";

  private final Host host;

  GroupReader(Host host) {
    this.host = host;
  }

  DomainState read(List<String> gpus) {
    Map<String, String> groups =
        host.files().readLinks(gpus.stream().map(gpu -> DEVICES + gpu + "/iommu_group").toList());
    List<GpuGroup> read = new ArrayList<>();
    for (String gpu : gpus) {
      Optional<String> link = Optional.ofNullable(groups.get(DEVICES + gpu + "/iommu_group"));
      read.add(
          link.map(to -> group(gpu, to.substring(to.lastIndexOf('/') + 1)))
              .orElseGet(() -> new GpuGroup(gpu, "none", List.of())));
    }
    return new DomainState(read, facts(gpus));
  }

  /** One GPU's group as it is now, by whatever number it has now. */
  GpuGroup read(String gpu) {
    Optional<String> link = host.files().readLink(DEVICES + gpu + "/iommu_group");
    return link.map(to -> group(gpu, to.substring(to.lastIndexOf('/') + 1)))
        .orElseGet(() -> new GpuGroup(gpu, "none", List.of()));
  }

  private GpuGroup group(String gpu, String number) {
    List<String> functions = host.files().list(GROUPS + number + "/devices");
    List<String> attributes = new ArrayList<>(List.of(GROUPS + number + "/type"));
    List<String> links = new ArrayList<>();
    for (String function : functions) {
      attributes.add(DEVICES + function + "/class");
      attributes.add(DEVICES + function + "/driver_override");
      links.add(DEVICES + function + "/driver");
    }
    Map<String, String> read = host.files().readAll(attributes);
    Map<String, String> drivers = host.files().readLinks(links);
    List<Member> members = new ArrayList<>();
    for (String function : functions) {
      String device = DEVICES + function;
      if (!read.getOrDefault(device + "/class", "").startsWith(BRIDGE_CLASS)) {
        String driver = drivers.getOrDefault(device + "/driver", "");
        String override = read.getOrDefault(device + "/driver_override", "").strip();
        members.add(
            new Member(
                function,
                driver.substring(driver.lastIndexOf('/') + 1),
                override.equals("(null)") ? "" : override));
      }
    }
    return new GpuGroup(gpu, read.getOrDefault(GROUPS + number + "/type", "none").strip(), members);
  }

  private Facts facts(List<String> gpus) {
    Map<String, String> read =
        host.files().readAll(List.of(KERNEL, COMMAND_LINE, SEV_SNP, RESERVATIONS, MAPPINGS));
    String log =
        host.run(Command.of("journalctl", "-k", "-b", "0", "-o", "cat", "--no-pager")).text();
    return new Facts(
        read.getOrDefault(KERNEL, "unknown").strip(),
        snp(read.getOrDefault(SEV_SNP, "").strip(), log),
        sme(read.get(COMMAND_LINE), log),
        claims(gpus, read));
  }

  private static String snp(String parameter, String log) {
    if (parameter.equals("Y")
        || parameter.equals("1")
        || log.contains("IOMMU SNP support enabled")) {
      return "yes";
    }
    boolean logReachesBoot = log.contains("Default domain type:");
    return parameter.equals("N") || parameter.equals("0") || logReachesBoot ? "no" : "unknown";
  }

  private static String sme(@org.jspecify.annotations.Nullable String commandLine, String log) {
    if (log.contains("Memory Encryption Features active: AMD SME")
        || log.contains("Memory Encryption Features active: SME")) {
      return "yes";
    }
    if (commandLine == null) {
      return "unknown";
    }
    return List.of(commandLine.strip().split("\\s+", -1)).contains("mem_encrypt=on") ? "yes" : "no";
  }

  /** Virtual machines that name a GPU in their configuration, in a mapping, or in a reservation. */
  private List<String> claims(List<String> gpus, Map<String, String> read) {
    List<String> claims = new ArrayList<>();
    claims.addAll(claims("reservation", gpus, read.getOrDefault(RESERVATIONS, "")));
    claims.addAll(claims("mapping", gpus, read.getOrDefault(MAPPINGS, "")));
    for (String config : host.files().list(VM_CONFIGS)) {
      host.files()
          .read(VM_CONFIGS + "/" + config)
          .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
          .ifPresent(
              text -> claims.addAll(claims("virtual machine " + config, gpus, hostPci(text))));
    }
    return claims;
  }

  /** The configuration in force: what comes before the first snapshot section. */
  private static String hostPci(String config) {
    StringBuilder lines = new StringBuilder();
    for (String line : config.split("\n", -1)) {
      if (line.startsWith("[")) {
        break;
      }
      if (line.startsWith("hostpci")) {
        lines.append(line).append('\n');
      }
    }
    return lines.toString();
  }

  private static List<String> claims(String who, List<String> gpus, String text) {
    return gpus.stream()
        .filter(gpu -> text.contains(gpu.substring("0000:".length(), gpu.indexOf('.'))))
        .map(gpu -> who + " names " + gpu)
        .toList();
  }
}
