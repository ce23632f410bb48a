package dev.switchback.rehearsal.model.tree;

import dev.switchback.rehearsal.model.kernel.ErrorNumber;
import dev.switchback.rehearsal.model.kernel.KernelRefusal;
import dev.switchback.rehearsal.model.pci.IommuGroup;
import dev.switchback.rehearsal.model.pci.PciBus;
import dev.switchback.rehearsal.model.pci.PciFunction;
import java.util.Map;
import java.util.TreeMap;

/** The PCI and IOMMU part of sysfs over the model: what each path reads, points to, and takes. */
public final class SysfsTree {
  private static final String DEVICES = "/sys/bus/pci/devices/";
  private static final String DRIVERS = "/sys/bus/pci/drivers/";
  private static final String GROUPS = "/sys/kernel/iommu_groups/";

  private final PciBus bus;

  /** The tree over {@code bus}. */
  public SysfsTree(PciBus bus) {
    this.bus = bus;
  }

  /** Returns each readable file's text as it is now. */
  public Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    bus.functions().forEach(function -> function(function, texts));
    for (IommuGroup group : bus.groups()) {
      texts.put(GROUPS + group.id() + "/type", group.type() + "\n");
      texts.put(
          GROUPS + group.id() + "/reserved_regions",
          """
          0x00000000fee00000 0x00000000feefffff msi
          0x000000fd00000000 0x000000ffffffffff reserved
          """);
    }
    return texts;
  }

  private void function(PciFunction function, Map<String, String> texts) {
    String folder = DEVICES + function.address() + "/";
    texts.put(folder + "vendor", function.vendor() + "\n");
    texts.put(folder + "device", function.device() + "\n");
    texts.put(folder + "class", function.classCode() + "\n");
    texts.put(folder + "numa_node", function.numaNode() + "\n");
    texts.put(folder + "driver_override", bus.overrideOf(function.address()) + "\n");
    texts.put(folder + "reset_method", "flr bus\n");
    texts.put(folder + "current_link_speed", "32.0 GT/s PCIe\n");
    texts.put(folder + "current_link_width", "16\n");
    StringBuilder resource = new StringBuilder();
    function
        .bars()
        .forEach(
            bar ->
                resource.append(
                    "0x%016x 0x%016x 0x%016x\n".formatted(bar.first(), bar.last(), bar.flags())));
    texts.put(folder + "resource", resource.toString());
  }

  /** Returns each link's target as it is now. */
  public Map<String, String> links() {
    Map<String, String> links = new TreeMap<>();
    for (PciFunction function : bus.functions()) {
      String address = function.address();
      int group = bus.groupOf(address).id();
      links.put(DEVICES + address + "/iommu_group", GROUPS + group);
      links.put(GROUPS + group + "/devices/" + address, DEVICES + address);
      bus.driverOf(address)
          .ifPresent(
              driver -> {
                links.put(DEVICES + address + "/driver", DRIVERS + driver);
                links.put(DRIVERS + driver + "/" + address, DEVICES + address);
              });
    }
    return links;
  }

  /**
   * Writes {@code text} to a file as one write(2).
   *
   * @return false when the write never returns (an unbind whose driver waits for its users)
   * @throws KernelRefusal what the write fails with
   */
  public boolean write(String path, String text) throws KernelRefusal {
    if (path.equals("/sys/bus/pci/drivers_probe")) {
      bus.driversProbe(text);
      return true;
    }
    String[] parts = path.split("/", -1);
    if (path.startsWith(GROUPS) && path.endsWith("/type")) {
      bus.writeType(Integer.parseInt(parts[4]), text);
    } else if (path.startsWith(DEVICES) && path.endsWith("/driver_override")) {
      bus.writeOverride(parts[5], text);
    } else if (path.startsWith(DRIVERS) && path.endsWith("/bind")) {
      bus.bind(parts[5], text);
    } else if (path.startsWith(DRIVERS) && path.endsWith("/unbind")) {
      return bus.unbind(parts[5], text);
    } else {
      throw new KernelRefusal(ErrorNumber.EIO);
    }
    return true;
  }
}
