package dev.switchback.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.inventory.Inventory.Container;
import dev.switchback.inventory.Inventory.HostEntry;
import dev.switchback.inventory.Inventory.Person;
import dev.switchback.inventory.Inventory.Service;
import dev.switchback.inventory.Inventory.Ssh;
import dev.switchback.inventory.Inventory.Tenant;
import dev.switchback.runbook.InvalidRunbook;
import dev.switchback.runbook.LocatedYaml;
import dev.switchback.runbook.Problem;
import dev.switchback.window.WindowActivities.Interval;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code inventory.yaml}. Relative paths are relative to the file; {@code ~} is expanded. */
public final class InventoryReader {
  private static final long LARGEST_FILE = 1 << 20;
  private static final int SSH_PORT = 22;

  private final Path file;

  private InventoryReader(Path file) {
    this.file = file;
  }

  /**
   * Reads and checks an inventory in full.
   *
   * @throws InvalidInventory with every problem of the file
   */
  public static Inventory read(Path file) throws InvalidInventory {
    LocatedYaml yaml = located(file);
    List<Problem> problems = new ArrayList<>(InventorySchema.check(yaml));
    if (problems.isEmpty()) {
      Inventory inventory = new InventoryReader(file).inventory(yaml.tree());
      problems.addAll(new InventoryChecks(yaml, inventory).problems());
      if (problems.isEmpty()) {
        return inventory;
      }
    }
    throw new InvalidInventory(problems);
  }

  private static LocatedYaml located(Path file) throws InvalidInventory {
    try {
      return LocatedYaml.read(file.toString(), text(file));
    } catch (InvalidRunbook e) {
      throw new InvalidInventory(e.problems());
    }
  }

  private static String text(Path file) throws InvalidInventory {
    try {
      if (Files.size(file) > LARGEST_FILE) {
        throw unreadable(file, "larger than 1 MiB", "split it or remove what is not an inventory");
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw unreadable(file, "not UTF-8", "save it as UTF-8");
    } catch (IOException e) {
      throw unreadable(file, "can't be read: " + e, "check its path and permissions");
    }
  }

  private static InvalidInventory unreadable(Path file, String message, String fix) {
    return new InvalidInventory(List.of(new Problem(file.toString(), 1, 1, message, fix)));
  }

  private Inventory inventory(JsonNode root) {
    Map<String, HostEntry> hosts = new LinkedHashMap<>();
    root.path("hosts").properties().forEach(e -> hosts.put(e.getKey(), host(e)));
    Map<String, Person> people = new LinkedHashMap<>();
    root.path("people").properties().forEach(e -> people.put(e.getKey(), person(e)));
    Map<String, List<Interval>> calendars = new LinkedHashMap<>();
    List<String> alwaysOpen = new ArrayList<>();
    for (var calendar : root.path("calendars").properties()) {
      if (calendar.getValue().has("always")) {
        alwaysOpen.add(calendar.getKey());
      } else {
        calendars.put(calendar.getKey(), intervals(calendar.getValue().path("open")));
      }
    }
    return new Inventory(hosts, people, calendars, alwaysOpen);
  }

  private HostEntry host(Map.Entry<String, JsonNode> entry) {
    JsonNode node = entry.getValue();
    List<Tenant> tenants = new ArrayList<>();
    node.path("tenants").properties().forEach(t -> tenants.add(tenant(t)));
    Optional<Container> container =
        node.has("container")
            ? Optional.of(new Container(node.path("container").path("id").asText()))
            : Optional.empty();
    Optional<Service> service =
        node.has("service") ? Optional.of(service(node.path("service"))) : Optional.empty();
    return new HostEntry(
        entry.getKey(),
        ssh(node.path("ssh")),
        container,
        service,
        texts(node.path("gpus")),
        List.copyOf(tenants));
  }

  private Ssh ssh(JsonNode node) {
    return new Ssh(
        node.path("address").asText(),
        node.path("port").asInt(SSH_PORT),
        node.path("user").asText("root"),
        node.has("identity") ? path(node.path("identity").asText()) : "",
        path(node.path("knownHosts").asText("~/.ssh/known_hosts")));
  }

  private static Service service(JsonNode node) {
    return new Service(
        node.path("unit").asText(),
        node.path("interpreter").asText(),
        node.path("url").asText(),
        node.path("tensorParallel").asInt());
  }

  private static Tenant tenant(Map.Entry<String, JsonNode> entry) {
    JsonNode node = entry.getValue();
    return new Tenant(
        entry.getKey(),
        node.path("own").asBoolean(false),
        texts(node.path("gpus")),
        texts(node.path("units")),
        texts(node.path("files")),
        texts(node.path("vms")),
        texts(node.path("containers")));
  }

  private static Person person(Map.Entry<String, JsonNode> entry) {
    JsonNode node = entry.getValue();
    return new Person(
        entry.getKey(),
        node.path("tenant").asText(),
        texts(node.path("roles")),
        texts(node.path("keys")));
  }

  private static List<Interval> intervals(JsonNode nodes) {
    List<Interval> intervals = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      intervals.add(
          new Interval(
              OffsetDateTime.parse(nodes.get(i).path("start").asText()).toInstant(),
              OffsetDateTime.parse(nodes.get(i).path("end").asText()).toInstant()));
    }
    return List.copyOf(intervals);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(n -> texts.add(n.asText()));
    return List.copyOf(texts);
  }

  private String path(String written) {
    if (written.equals("~") || written.startsWith("~/")) {
      return System.getProperty("user.home", "") + written.substring(1);
    }
    Path base = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of("/"));
    return base.resolve(written).normalize().toString();
  }
}
