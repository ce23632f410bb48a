package dev.switchback.rehearsal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.switchback.rehearsal.coreutils.Coreutils;
import dev.switchback.rehearsal.files.MemoryFiles;
import dev.switchback.rehearsal.machine.SeedFiles;
import dev.switchback.rehearsal.machine.SeedHost;
import dev.switchback.rehearsal.model.seed.SeedMachine;
import dev.switchback.rehearsal.scenario.Scenario;
import dev.switchback.rehearsal.shell.Program;
import dev.switchback.rehearsal.shell.Shell;
import dev.switchback.rehearsal.ssh.RehearsalSshServer;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** A rehearsal host that runs: logs in by SSH key, answers as the seed host would. Thread-safe. */
public final class RehearsalHost implements AutoCloseable {
  /** Real time from the service's start to its readiness, unless told otherwise. */
  public static final Duration SERVICE_START = Duration.ofMillis(300);

  private static final int MILESTONES = 10;

  /**
   * What the host is, for those who write about it.
   *
   * @param name its name in an inventory
   * @param gpus PCI addresses of the own GPUs
   * @param foreignGpus those of the other tenant
   * @param container number of the container
   * @param unit the service's unit
   * @param interpreter its Python
   * @param url where it answers
   * @param tensorParallel over how many GPUs it runs
   * @param ownTenant who owns the service
   * @param otherTenant who owns the other GPUs
   */
  public record Facts(
      String name,
      List<String> gpus,
      List<String> foreignGpus,
      String container,
      String unit,
      String interpreter,
      String url,
      int tensorParallel,
      String ownTenant,
      String otherTenant) {}

  /**
   * A person of an inventory.
   *
   * @param tenant a tenant of the host
   * @param roles what they may decide
   * @param keys public keys in OpenSSH's one-line form
   */
  public record Person(String tenant, List<String> roles, List<String> keys) {}

  /** What the host is. */
  public static final Facts FACTS =
      new Facts(
          "seed",
          SeedMachine.OWN,
          SeedMachine.OTHER,
          SeedHost.CONTAINER,
          SeedFiles.UNIT,
          SeedHost.INTERPRETER,
          "http://127.0.0.1:" + SeedHost.SERVICE_PORT,
          SeedMachine.OWN.size(),
          "own",
          "other");

  private final SeedHost host;
  private final RehearsalSshServer server;

  private RehearsalHost(SeedHost host, RehearsalSshServer server) {
    this.host = host;
    this.server = server;
  }

  /**
   * Starts a host with a scenario's faults; returns when its service is ready.
   *
   * @param parts empty file trees and the programs that need no model; {@code sh} is one
   * @param serviceStart real time from the service's start to its readiness
   */
  public static RehearsalHost start(
      Scenario scenario, SeedHost.Parts parts, Clock clock, Duration serviceStart)
      throws IOException {
    Login login = new Login();
    RehearsalSshServer server = new RehearsalSshServer(login);
    SeedHost host =
        new SeedHost(
            scenario.knobs(), parts, clock, serviceStart.dividedBy(MILESTONES), network(server));
    login.into(host.host());
    return new RehearsalHost(host, server);
  }

  /** Starts a host with a scenario's faults; returns when its service is ready. */
  public static RehearsalHost start(Scenario scenario) throws IOException {
    Clock clock = Clock.systemUTC();
    Map<String, Program> programs = new LinkedHashMap<>(Coreutils.programs());
    programs.put("sh", new Shell());
    SeedHost.Parts parts =
        new SeedHost.Parts(
            new MemoryFiles(clock), new MemoryFiles(clock), programs, Coreutils.hostPrograms());
    return start(scenario, parts, clock, SERVICE_START);
  }

  private static SeedHost.Network network(RehearsalSshServer server) {
    return new SeedHost.Network() {
      @Override
      public void cut() {
        server.cut();
      }

      @Override
      public void refuseFor(Duration time) {
        server.refuseFor(time);
      }
    };
  }

  /** Returns the port on 127.0.0.1. */
  public int port() {
    return server.port();
  }

  /** Returns the line that a known_hosts file needs for this host. */
  public String knownHostsLine() {
    return server.knownHostsLine();
  }

  /** Lets the owner of a public key, in OpenSSH's one-line form, log in as root. */
  public void authorize(String publicKeyLine) {
    server.authorize(publicKeyLine);
  }

  /** Returns what the host is. */
  public Facts facts() {
    return FACTS;
  }

  /**
   * Writes an inventory with this host, a calendar {@code maintenance} that is always open, and
   * these people.
   *
   * @param identity path of the private key to log in with
   * @param knownHosts path of a file with {@link #knownHostsLine()}
   */
  public String inventoryYaml(String identity, String knownHosts, Map<String, Person> people) {
    YAMLMapper yaml = new YAMLMapper(new YAMLFactory());
    ObjectNode inventory = yaml.createObjectNode();
    inventory.put("apiVersion", "switchback/v1").put("kind", "Inventory");
    ObjectNode seed = inventory.putObject("hosts").putObject(FACTS.name());
    seed.putObject("ssh")
        .put("address", "127.0.0.1")
        .put("port", port())
        .put("user", "root")
        .put("identity", identity)
        .put("knownHosts", knownHosts);
    seed.putObject("container").put("id", Integer.valueOf(FACTS.container()));
    seed.putObject("service")
        .put("unit", FACTS.unit())
        .put("interpreter", FACTS.interpreter())
        .put("url", FACTS.url())
        .put("tensorParallel", FACTS.tensorParallel());
    seed.set("gpus", yaml.valueToTree(FACTS.gpus()));
    ObjectNode tenants = seed.putObject("tenants");
    ObjectNode own = tenants.putObject(FACTS.ownTenant()).put("own", true);
    own.set("gpus", yaml.valueToTree(FACTS.gpus()));
    own.putArray("units").add(FACTS.unit());
    own.putArray("files").add(SeedFiles.UNIT_FILE).add(SeedFiles.SITECUSTOMIZE);
    own.putArray("containers").add(Integer.valueOf(FACTS.container()));
    ObjectNode other = tenants.putObject(FACTS.otherTenant());
    other.set("gpus", yaml.valueToTree(FACTS.foreignGpus()));
    other.putArray("vms").add(SeedMachine.OTHER_VM).add(SeedMachine.NEIGHBOUR_VM);
    inventory.set("people", yaml.valueToTree(people));
    inventory.putObject("calendars").putObject("maintenance").put("always", true);
    try {
      return yaml.writeValueAsString(inventory);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("the inventory cannot be written", impossible);
    }
  }

  /** Returns the state of all that a rehearsal may change, by what it is the state of. */
  public SortedMap<String, String> snapshot() {
    return host.snapshot();
  }

  /** Returns what happened to the host, in order: plane, what, and its object. */
  public List<String> effects() {
    return host.effects();
  }

  /**
   * Lets happen what the scenario has for the time between approval and first step.
   *
   * @return false when the scenario has nothing for it
   */
  public boolean trigger() {
    return host.trigger();
  }

  /** Power-cycles the host; logins are refused for a second. */
  public void reboot() {
    host.reboot();
  }

  @Override
  public void close() {
    server.close();
    host.close();
  }
}
