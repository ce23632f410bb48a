package dev.switchback.inventory;

import dev.switchback.inventory.Inventory.HostEntry;
import dev.switchback.inventory.Inventory.Person;
import dev.switchback.inventory.Inventory.Tenant;
import dev.switchback.runbook.LocatedYaml;
import dev.switchback.runbook.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a schema can't say of an inventory. */
final class InventoryChecks {
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private final LocatedYaml yaml;
  private final Inventory inventory;
  private final List<Problem> problems = new ArrayList<>();

  InventoryChecks(LocatedYaml yaml, Inventory inventory) {
    this.yaml = yaml;
    this.inventory = inventory;
  }

  List<Problem> problems() {
    inventory.hosts().values().forEach(this::host);
    inventory.people().values().forEach(this::person);
    return problems;
  }

  private void host(HostEntry host) {
    String at = LocatedYaml.child("/hosts", host.name());
    long own = host.tenants().stream().filter(Tenant::own).count();
    if (own != 1) {
      add(
          at + "/tenants",
          own + " tenants are marked as the own one",
          "mark exactly one with own: true");
      return;
    }
    functions(at, host);
    host.container()
        .filter(c -> !host.own().containers().contains(c.id()))
        .ifPresent(
            c ->
                add(
                    at + "/container/id",
                    "container " + c.id() + " is not the own tenant's",
                    "add it to containers: of tenant " + host.own().name()));
    identity(at + "/ssh/identity", host.ssh().identity());
  }

  private void functions(String at, HostEntry host) {
    Map<String, String> owners = new HashMap<>();
    for (Tenant tenant : host.tenants()) {
      for (int i = 0; i < tenant.gpus().size(); i++) {
        String function = tenant.gpus().get(i);
        String before = owners.putIfAbsent(function, tenant.name());
        if (before != null) {
          add(
              LocatedYaml.child(at + "/tenants", tenant.name()) + "/gpus/" + i,
              function + " is there twice, first with tenant " + before,
              "name each function once");
        }
      }
    }
    for (int i = 0; i < host.gpus().size(); i++) {
      String function = host.gpus().get(i);
      if (!host.own().name().equals(owners.get(function))) {
        add(
            at + "/gpus/" + i,
            function + " is not the own tenant's",
            "add it to gpus: of tenant " + host.own().name() + ", or remove it here");
      }
    }
  }

  private void identity(String at, String identity) {
    if (identity.isEmpty()) {
      return;
    }
    Path key = Path.of(identity);
    try {
      if (!Files.isReadable(key)) {
        add(at, "private key " + key + " can't be read", "make it with ssh-keygen -t ed25519");
      } else if (Files.getPosixFilePermissions(key).stream().anyMatch(OTHERS::contains)) {
        add(at, "private key " + key + " is open to others", "chmod 600 '" + key + "'");
      }
    } catch (IOException e) {
      add(at, "private key " + key + " can't be looked at: " + e, "check its path");
    }
  }

  private void person(Person person) {
    String at = LocatedYaml.child("/people", person.name());
    Set<String> tenants = new TreeSet<>();
    inventory.hosts().values().forEach(h -> h.tenants().forEach(t -> tenants.add(t.name())));
    if (!tenants.contains(person.tenant())) {
      add(at + "/tenant", "no host has a tenant '" + person.tenant() + "'", "one of " + tenants);
    }
    for (int i = 0; i < person.keys().size(); i++) {
      if (!publicKey(person.keys().get(i))) {
        add(
            at + "/keys/" + i,
            "not a public key",
            "paste the line of a .pub file, such as: ssh-ed25519 AAAA... name");
      }
    }
  }

  /** Algorithm, then Base64 of a blob that begins with the same name (RFC 4253, 6.6). */
  private static boolean publicKey(String line) {
    String[] words = line.strip().split(" ", 3);
    if (line.indexOf('\n') >= 0 || words.length < 2) {
      return false;
    }
    byte[] name = words[0].getBytes(StandardCharsets.US_ASCII);
    try {
      byte[] blob = Base64.getDecoder().decode(words[1]);
      if (blob.length < 4 + name.length + 4 || blob[3] != name.length) {
        return false;
      }
      String inside = new String(blob, 4, name.length, StandardCharsets.US_ASCII);
      return inside.equals(words[0]);
    } catch (IllegalArgumentException e) {
      return false; // not Base64: not a key
    }
  }

  private void add(String at, String message, String fix) {
    problems.add(yaml.problem(at, message, fix));
  }
}
