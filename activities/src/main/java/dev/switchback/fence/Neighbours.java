package dev.switchback.fence;

import dev.switchback.change.TenantPresence;
import dev.switchback.host.Command;
import dev.switchback.host.CommandResult;
import dev.switchback.host.Host;
import dev.switchback.inventory.Inventory.HostEntry;
import dev.switchback.inventory.Inventory.Tenant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who is on a host and what each holds, as observed: drivers and domain types of each tenant's
 * functions, guests and their state. Group numbers are left out: they may change by themselves.
 */
public final class Neighbours {
  /** The name under which guests appear that the inventory gives to nobody. */
  public static final String UNKNOWN_TENANT = "unknown";

  private static final int NOT_FOUND = 127;

  private final HostEntry entry;

  public Neighbours(HostEntry entry) {
    this.entry = entry;
  }

  /**
   * Every tenant with what it holds now, in the inventory's order; unassigned guests at the end.
   */
  public List<TenantPresence> observe(Host host) {
    Map<String, List<String>> holds = new LinkedHashMap<>();
    Map<String, String> functions = functions(host);
    Map<String, String> vms = guests(host, "qm", 2);
    Map<String, String> containers = guests(host, "pct", 1);
    List<TenantPresence> presences = new ArrayList<>();
    for (Tenant tenant : entry.tenants()) {
      List<String> held = holds.computeIfAbsent(tenant.name(), name -> new ArrayList<>());
      tenant.gpus().forEach(gpu -> held.add(gpu + " " + functions.getOrDefault(gpu, "absent")));
      tenant.vms().forEach(vm -> held.add("vm " + vm + " " + taken(vms, vm)));
      tenant.containers().forEach(ct -> held.add("container " + ct + " " + taken(containers, ct)));
      presences.add(new TenantPresence(tenant.name(), tenant.own(), held));
    }
    List<String> unassigned = new ArrayList<>();
    vms.forEach((id, state) -> unassigned.add("vm " + id + " " + state));
    containers.forEach((id, state) -> unassigned.add("container " + id + " " + state));
    if (!unassigned.isEmpty()) {
      presences.add(new TenantPresence(UNKNOWN_TENANT, false, unassigned));
    }
    return presences;
  }

  /** What changed for others between two observations, a line each. */
  public static List<String> changes(List<TenantPresence> before, List<TenantPresence> after) {
    Map<String, TenantPresence> now = new LinkedHashMap<>();
    after.forEach(presence -> now.put(presence.tenant(), presence));
    List<String> changes = new ArrayList<>();
    for (TenantPresence was : before) {
      TenantPresence is = now.remove(was.tenant());
      List<String> held = is == null ? List.of() : is.holds();
      if (!was.own() && !held.equals(was.holds())) {
        was.holds().stream()
            .filter(line -> !held.contains(line))
            .forEach(line -> changes.add("tenant " + was.tenant() + ": no longer " + line));
        held.stream()
            .filter(line -> !was.holds().contains(line))
            .forEach(line -> changes.add("tenant " + was.tenant() + ": now " + line));
      }
    }
    now.values().forEach(p -> changes.add("tenant " + p.tenant() + " appeared: " + p.holds()));
    return changes;
  }

  private static String taken(Map<String, String> guests, String id) {
    String state = guests.remove(id);
    return state == null ? "absent" : state;
  }

  /** Driver and domain type of every function that a tenant names. */
  private Map<String, String> functions(Host host) {
    List<String> gpus = entry.tenants().stream().flatMap(t -> t.gpus().stream()).toList();
    Map<String, String> drivers =
        host.files().readLinks(gpus.stream().map(gpu -> device(gpu) + "/driver").toList());
    Map<String, String> types =
        host.files().readAll(gpus.stream().map(gpu -> device(gpu) + "/iommu_group/type").toList());
    Map<String, String> functions = new TreeMap<>();
    for (String gpu : gpus) {
      String driver = drivers.getOrDefault(device(gpu) + "/driver", "none");
      String type = types.getOrDefault(device(gpu) + "/iommu_group/type", "unknown");
      functions.put(gpu, driver.substring(driver.lastIndexOf('/') + 1) + " " + type);
    }
    return functions;
  }

  private static String device(String function) {
    return "/sys/bus/pci/devices/" + function;
  }

  /**
   * Guests by number with their state, from {@code qm list} or {@code pct list}; none without
   * Proxmox.
   */
  private static Map<String, String> guests(Host host, String tool, int stateColumn) {
    CommandResult listed = host.run(Command.of(tool, "list"));
    Map<String, String> guests = new TreeMap<>();
    if (listed.exitStatus() == NOT_FOUND) {
      return guests;
    }
    listed
        .text()
        .lines()
        .skip(1)
        .map(line -> line.strip().split("\\s+", -1))
        .filter(columns -> columns.length > stateColumn)
        .forEach(columns -> guests.put(columns[0], columns[stateColumn]));
    return guests;
  }
}
