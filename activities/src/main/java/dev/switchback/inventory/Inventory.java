package dev.switchback.inventory;

import dev.switchback.window.WindowActivities.Interval;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hosts, people and calendars, as read from {@code inventory.yaml}.
 *
 * @param hosts by name
 * @param people by name
 * @param calendars open intervals by calendar name; a calendar that is always open is absent here
 *     and named in {@code alwaysOpen}
 * @param alwaysOpen calendars without closing times
 */
public record Inventory(
    Map<String, HostEntry> hosts,
    Map<String, Person> people,
    Map<String, List<Interval>> calendars,
    List<String> alwaysOpen) {

  /**
   * A host.
   *
   * @param name its name
   * @param ssh how to reach it
   * @param container the own tenant's container on it, if the service runs in one
   * @param service the own tenant's inference service, if there is one
   * @param gpus PCI functions ({@code 0000:41:00.0}) that changes on this host are about; all of
   *     the own tenant
   * @param tenants every party with something on the host; exactly one is the own one
   */
  public record HostEntry(
      String name,
      Ssh ssh,
      Optional<Container> container,
      Optional<Service> service,
      List<String> gpus,
      List<Tenant> tenants) {
    /** The own tenant. */
    public Tenant own() {
      return tenants.stream().filter(Tenant::own).findFirst().orElseThrow();
    }
  }

  /**
   * How to reach a host.
   *
   * @param address host name or IP address
   * @param port TCP port
   * @param user login name; any other than root works through {@code sudo -n}
   * @param identity path of the private key; empty uses the agent at {@code SSH_AUTH_SOCK}
   * @param knownHosts path of the known_hosts file, in OpenSSH's format
   */
  public record Ssh(String address, int port, String user, String identity, String knownHosts) {}

  /**
   * A Proxmox container.
   *
   * @param id its number, as {@code pct} takes it
   */
  public record Container(String id) {}

  /**
   * The inference service.
   *
   * @param unit systemd unit, on the service's plane
   * @param interpreter absolute path of the unit's Python interpreter
   * @param url base URL of its HTTP interface as seen from its own plane
   * @param tensorParallel number of GPUs that it serves over
   */
  public record Service(String unit, String interpreter, String url, int tensorParallel) {}

  /**
   * A party with devices on the host: the fence.
   *
   * @param name its name
   * @param own whether changes on this host are this tenant's
   * @param gpus PCI functions, other functions of the same device included
   * @param units systemd units that may be touched, on the service's plane
   * @param files absolute paths that may be touched, on the service's plane; one that ends in
   *     {@code /} stands for everything below
   * @param vms Proxmox VM numbers
   * @param containers Proxmox container numbers
   */
  public record Tenant(
      String name,
      boolean own,
      List<String> gpus,
      List<String> units,
      List<String> files,
      List<String> vms,
      List<String> containers) {}

  /**
   * A person who may ask, approve or operate.
   *
   * @param name the name used in statements
   * @param tenant the tenant that the person speaks for
   * @param roles the person's roles
   * @param keys public keys in OpenSSH's one-line form
   */
  public record Person(String name, String tenant, List<String> roles, List<String> keys) {}
}
