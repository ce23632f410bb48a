package dev.switchback.rehearsal.model.pci;

import dev.switchback.rehearsal.model.kernel.ErrorNumber;
import dev.switchback.rehearsal.model.kernel.KernelLog;
import dev.switchback.rehearsal.model.kernel.KernelRefusal;
import dev.switchback.rehearsal.model.kernel.KernelRelease;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The PCI functions of a host with their drivers, overrides and IOMMU groups; every operation
 * answers as the kernel's sysfs does (drivers/iommu/iommu.c, drivers/base/bus.c). Thread-safe.
 */
public final class PciBus {
  /** The type that groups have after a boot. */
  public static final String BOOT_TYPE = "DMA-FQ";

  private static final Set<String> WRITABLE = Set.of("DMA", "DMA-FQ", "identity", "auto");

  private final KernelRelease kernel;
  private final KernelLog log;
  private final boolean snp;
  private final Map<String, PciFunction> functions = new TreeMap<>();
  private final Map<String, Integer> groupOf = new TreeMap<>();
  private final Map<Integer, IommuGroup> groups = new TreeMap<>();
  private final Map<String, Driver> drivers = new LinkedHashMap<>();
  private final Map<String, String> bound = new TreeMap<>();
  private final Map<String, String> overrides = new TreeMap<>();
  private final Set<String> stuck = new TreeSet<>();

  /** An empty bus. */
  public PciBus(KernelRelease kernel, KernelLog log, boolean snp) {
    this.kernel = kernel;
    this.log = log;
    this.snp = snp;
  }

  /** Registers a driver, as loading its module does. */
  public synchronized void load(Driver driver) {
    drivers.put(driver.name(), driver);
  }

  /** Adds functions that share a group. */
  public synchronized void addGroup(int id, List<PciFunction> members) {
    groups.put(
        id,
        new IommuGroup(id, members.stream().map(PciFunction::address).toList(), BOOT_TYPE, false));
    members.forEach(
        function -> {
          functions.put(function.address(), function);
          groupOf.put(function.address(), id);
        });
  }

  /** Binds as the boot did, without asking the driver. */
  public synchronized void boundAtBoot(String address, String driver, String override) {
    bound.put(address, driver);
    if (!override.isEmpty()) {
      overrides.put(address, override);
    }
  }

  /** Marks a group as held, or no longer held, by a process through vfio. */
  public synchronized void openThroughVfio(int group, boolean opened) {
    groups.computeIfPresent(group, (id, now) -> now.withOpened(opened));
  }

  /** Returns all functions by address. */
  public synchronized Collection<PciFunction> functions() {
    return List.copyOf(functions.values());
  }

  /** Returns all groups by number. */
  public synchronized Collection<IommuGroup> groups() {
    return List.copyOf(groups.values());
  }

  /** Returns the loaded drivers' names. */
  public synchronized List<String> drivers() {
    return List.copyOf(drivers.keySet());
  }

  /** Returns the function's driver, as its {@code driver} link shows. */
  public synchronized Optional<String> driverOf(String address) {
    return Optional.ofNullable(bound.get(address));
  }

  /** Returns the functions whose driver is {@code driver}. */
  public synchronized List<String> boundTo(String driver) {
    return bound.entrySet().stream()
        .filter(entry -> entry.getValue().equals(driver))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the override, or {@code (null)} as sysfs prints when there is none. */
  public synchronized String overrideOf(String address) {
    return overrides.getOrDefault(address, "(null)");
  }

  /** Returns the function's group. */
  public synchronized IommuGroup groupOf(String address) {
    return group(group(address));
  }

  /** Returns the group of that number. */
  public synchronized IommuGroup group(int id) {
    IommuGroup group = groups.get(id);
    if (group == null) {
      throw new IllegalArgumentException("no IOMMU group " + id);
    }
    return group;
  }

  private int group(String address) {
    Integer id = groupOf.get(address);
    if (id == null) {
      throw new IllegalArgumentException("no PCI function " + address);
    }
    return id;
  }

  /** Writes {@code driver_override}; a newline alone clears it, no bytes do nothing. */
  public synchronized void writeOverride(String address, String text) {
    String name = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    if (!name.isEmpty()) {
      overrides.put(address, name);
    } else if (!text.isEmpty()) {
      overrides.remove(address);
    }
  }

  /**
   * Writes {@code DRIVER/unbind}.
   *
   * @return false when the driver waits without end for its users; the link is gone already
   * @throws KernelRefusal ENODEV when the function is not bound to {@code driver}
   */
  public synchronized boolean unbind(String driver, String text) throws KernelRefusal {
    String address = text.strip();
    if (!driver.equals(bound.get(address))) {
      if (stuck.contains(address)) {
        return false;
      }
      throw new KernelRefusal(ErrorNumber.ENODEV);
    }
    bound.remove(address);
    boolean released = driver(driver).remove(function(address));
    if (!released) {
      stuck.add(address);
    }
    return released;
  }

  /**
   * Writes {@code DRIVER/bind}.
   *
   * @throws KernelRefusal ENODEV when id or override does not match, EBUSY when bound already, or
   *     what the probe failed with
   */
  public synchronized void bind(String driver, String text) throws KernelRefusal {
    String address = text.strip();
    PciFunction function = functions.get(address);
    if (function == null || !accepts(driver(driver), function)) {
      throw new KernelRefusal(ErrorNumber.ENODEV);
    }
    if (bound.containsKey(address) || siblingOpened(address, driver)) {
      throw new KernelRefusal(ErrorNumber.EBUSY);
    }
    probe(driver(driver), function);
  }

  /**
   * Writes {@code drivers_probe}: never says whether a driver took the function.
   *
   * @throws KernelRefusal ENODEV when there is no such function
   */
  public synchronized void driversProbe(String text) throws KernelRefusal {
    PciFunction function = functions.get(text.strip());
    if (function == null) {
      throw new KernelRefusal(ErrorNumber.ENODEV);
    }
    if (bound.containsKey(function.address())) {
      return;
    }
    for (Driver driver : drivers.values()) {
      if (accepts(driver, function) && !siblingOpened(function.address(), driver.name())) {
        try {
          probe(driver, function);
        } catch (KernelRefusal failed) {
          // The kernel's drivers_probe reports no failed probe: its caller must look at the link.
          return;
        }
        return;
      }
    }
  }

  private void probe(Driver driver, PciFunction function) throws KernelRefusal {
    String address = function.address();
    if (snp && !driver.managesDma() && groupOf(address).type().equals("identity")) {
      illegalDeviceTableEntry(address);
      log.add(
          "%s %s: probe with driver %s failed with error -%d"
              .formatted(driver.name(), address, driver.name(), ErrorNumber.EIO.number()));
      throw new KernelRefusal(ErrorNumber.EIO);
    }
    driver.probe(function);
    bound.put(address, driver.name());
  }

  private void illegalDeviceTableEntry(String address) {
    for (int burst = 0; burst < 3; burst++) {
      log.add(
          ("iommu ivhd%d: AMD-Vi: Event logged [ILLEGAL_DEV_TABLE_ENTRY device=%s pasid=0x00000"
                  + " address=0x%x flags=0x0020]")
              .formatted(group(address) % 4, address, 0x3f8c1000L + burst * 0x1000L));
      log.add("iommu ivhd%d: AMD-Vi: DTE[0]: 6000000000000003".formatted(group(address) % 4));
    }
  }

  private boolean accepts(Driver driver, PciFunction function) {
    String override = overrides.get(function.address());
    return override == null ? driver.matches(function) : override.equals(driver.name());
  }

  private boolean siblingOpened(String address, String driver) {
    return groupOf(address).openedByVfio() && !driver(driver).managesDma();
  }

  /**
   * Writes a group's {@code type} (DOMAIN 1.2 and the lab's table).
   *
   * @throws KernelRefusal by the kernel's generation: EPERM or EBUSY when in use, EINVAL for a bad
   *     word or a forbidden type, ENOMEM for identity under SNP before 6.13
   */
  public synchronized void writeType(int id, String text) throws KernelRefusal {
    if (text.isEmpty()) {
      return;
    }
    String word = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    if (!WRITABLE.contains(word)) {
      throw new KernelRefusal(ErrorNumber.EINVAL);
    }
    IommuGroup group = group(id);
    String wanted = word.equals("auto") ? BOOT_TYPE : word;
    boolean toFlushQueue = group.type().equals("DMA") && word.equals("DMA-FQ");
    if (!toFlushQueue) {
      refuseWhenInUse(group);
    }
    refuseIdentityUnderSnp(wanted);
    groups.put(id, group.withType(wanted));
  }

  private void refuseWhenInUse(IommuGroup group) throws KernelRefusal {
    if (kernel.groupRulesOf64()) {
      boolean claimed =
          group.openedByVfio()
              || group.members().stream()
                  .anyMatch(member -> driverOf(member).filter(this::claimsDma).isPresent());
      if (claimed) {
        throw new KernelRefusal(ErrorNumber.EPERM);
      }
      return;
    }
    if (group.members().size() > 1) {
      log.add("iommu: Cannot change default domain: Group has more than one device");
      throw new KernelRefusal(ErrorNumber.EINVAL);
    }
    if (group.members().stream().anyMatch(bound::containsKey)) {
      log.add("iommu: Device is still bound to driver");
      throw new KernelRefusal(ErrorNumber.EBUSY);
    }
  }

  private void refuseIdentityUnderSnp(String wanted) throws KernelRefusal {
    if (!snp || !wanted.equals("identity")) {
      return;
    }
    if (kernel.blocksSnpIdentity()) {
      throw new KernelRefusal(ErrorNumber.EINVAL);
    }
    if (!kernel.globalIdentityDomain()) {
      throw new KernelRefusal(ErrorNumber.ENOMEM);
    }
  }

  private boolean claimsDma(String driver) {
    return !driver(driver).managesDma();
  }

  private Driver driver(String name) {
    Driver driver = drivers.get(name);
    if (driver == null) {
      throw new IllegalArgumentException("driver not loaded: " + name);
    }
    return driver;
  }

  private PciFunction function(String address) {
    PciFunction function = functions.get(address);
    if (function == null) {
      throw new IllegalArgumentException("no PCI function " + address);
    }
    return function;
  }

  /** Returns to the boot's types; bindings are the caller's to redo. */
  public synchronized void reboot() {
    stuck.clear();
    bound.clear();
    overrides.clear();
    groups.replaceAll((id, group) -> group.withType(BOOT_TYPE).withOpened(false));
  }
}
