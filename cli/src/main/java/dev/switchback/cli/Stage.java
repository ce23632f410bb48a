package dev.switchback.cli;

import dev.switchback.approval.SignedStatement;
import dev.switchback.approval.Statement;
import dev.switchback.attempt.AttemptStatus;
import dev.switchback.configuration.Settings;
import dev.switchback.inventory.InvalidInventory;
import dev.switchback.payload.Payloads;
import dev.switchback.rehearsal.RehearsalHost;
import dev.switchback.rehearsal.scenario.Scenario;
import dev.switchback.runbook.Runbook.ApprovalGate;
import dev.switchback.server.DevServer;
import dev.switchback.server.ServerUnavailable;
import dev.switchback.server.TemporalBinary;
import dev.switchback.signature.SigningFailed;
import dev.switchback.signature.SshSignatures;
import dev.switchback.worker.SwitchbackWorker;
import dev.switchback.worker.TemporalClients;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Everything that a rehearsal needs and nobody else sees: a simulated host, people with keys of
 * their own, an inventory, a private Temporal server, a worker. What was recorded stays in {@link
 * #folder()}.
 */
final class Stage implements AutoCloseable {
  /** Who asks; nobody approves an own request, so the others sign. */
  static final String REQUESTER = "ops";

  private static final String OWN_OPERATOR = "alice";
  private static final String NEIGHBOUR = "bob";
  private static final String RISK_OWNER = "carol";
  private static final SshSignatures SIGNATURES = new SshSignatures(Statement.NAMESPACE);

  private final Path folder;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  private SortedMap<String, String> before = new TreeMap<>();

  private Stage(Path folder) {
    this.folder = folder;
  }

  /** Sets the stage; closes what was opened if it can't be finished. */
  static Stage set(Settings settings, Scenario scenario, String attempt, Consumer<String> say)
      throws IOException {
    Stage stage = new Stage(settings.state().resolve("rehearsals").resolve(attempt));
    try {
      stage.build(settings, scenario, say);
      return stage;
    } catch (ServerUnavailable e) {
      stage.close();
      throw new CommandFailed(ExitCode.UNREACHABLE, String.valueOf(e.getMessage()));
    } catch (InvalidInventory e) {
      stage.close();
      throw new CommandFailed(ExitCode.FAILED, "the rehearsal's own inventory: " + e.getMessage());
    } catch (IOException | RuntimeException e) {
      stage.close();
      throw e;
    }
  }

  private RehearsalHost host() {
    return find(RehearsalHost.class);
  }

  private void build(Settings settings, Scenario scenario, Consumer<String> say)
      throws IOException, ServerUnavailable, InvalidInventory {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    for (String key : List.of("login", REQUESTER, OWN_OPERATOR, NEIGHBOUR, RISK_OWNER)) {
      makeKey(key);
    }
    RehearsalHost host = RehearsalHost.start(scenario);
    opened.push(host);
    before = host.snapshot();
    host.authorize(publicKey("login"));
    Path knownHosts =
        Files.writeString(folder.resolve("known_hosts"), host.knownHostsLine() + "\n");
    Path inventory =
        Files.writeString(
            folder.resolve("inventory.yaml"),
            host.inventoryYaml(
                folder.resolve("login").toString(), knownHosts.toString(), people()));
    WorkflowClient client = client(settings, say);
    Session session = new Session(client);
    opened.push(session);
    opened.push(
        SwitchbackWorker.start(
            client, new Settings(folder, inventory, settings.server(), "default")));
  }

  private Map<String, RehearsalHost.Person> people() throws IOException {
    String own = RehearsalHost.FACTS.ownTenant();
    Map<String, RehearsalHost.Person> people = new LinkedHashMap<>();
    people.put(REQUESTER, person(own, "operator", REQUESTER));
    people.put(OWN_OPERATOR, person(own, "operator", OWN_OPERATOR));
    people.put(NEIGHBOUR, person(RehearsalHost.FACTS.otherTenant(), "operator", NEIGHBOUR));
    people.put(RISK_OWNER, person(own, "risk-owner", RISK_OWNER));
    return people;
  }

  private RehearsalHost.Person person(String tenant, String role, String key) throws IOException {
    return new RehearsalHost.Person(tenant, List.of(role), List.of(publicKey(key)));
  }

  private WorkflowClient client(Settings settings, Consumer<String> say) throws ServerUnavailable {
    if (settings.server().equals(Settings.EMBEDDED)) {
      say.accept("server: embedded, in this process; nothing survives it");
      TestWorkflowEnvironment environment =
          TestWorkflowEnvironment.newInstance(
              TestEnvironmentOptions.newBuilder()
                  .setUseTimeskipping(false)
                  .setWorkflowClientOptions(
                      WorkflowClientOptions.newBuilder()
                          .setDataConverter(Payloads.converter())
                          .build())
                  .build());
      opened.push(environment);
      return environment.getWorkflowClient();
    }
    if (!settings.server().equals(Settings.DEV)) {
      return TemporalClients.connect(settings.server(), settings.namespace());
    }
    DevServer server =
        new DevServer(folder, new TemporalBinary(System.getenv(), settings.state(), say));
    opened.push(server::stop);
    return TemporalClients.connect(server.start().address(), "default");
  }

  /** ECDSA: the simulated host's SSH server takes Ed25519 keys only with another library. */
  private void makeKey(String name) throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    "ssh-keygen",
                    "-q",
                    "-t",
                    "ecdsa",
                    "-N",
                    "",
                    "-C",
                    name,
                    "-f",
                    folder.resolve(name).toString()))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("ssh-keygen.log").toFile())
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(
            "ssh-keygen could not make a key: "
                + Files.readString(folder.resolve("ssh-keygen.log")));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while making a key", e);
    }
  }

  private String publicKey(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".pub")).strip();
  }

  /** Where the trail, the evidence and the inventory stay. */
  Path folder() {
    return folder;
  }

  Session session() {
    return find(Session.class);
  }

  /** What is different on the host from before the attempt: files, domain types, drivers, units. */
  List<String> changes() {
    SortedMap<String, String> after = host().snapshot();
    Set<String> things = new TreeSet<>(before.keySet());
    things.addAll(after.keySet());
    List<String> changes = new ArrayList<>();
    for (String thing : things) {
      String was = before.getOrDefault(thing, "absent");
      String is = after.getOrDefault(thing, "absent");
      if (!was.equals(is)) {
        changes.add(thing + ": " + was + " -> " + is);
      }
    }
    return changes;
  }

  /** Lets happen on the host what the scenario keeps for after the approvals. */
  void trigger() {
    host().trigger();
  }

  private <T> T find(Class<T> type) {
    return opened.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  /** Who may sign at a gate. */
  static String approver(ApprovalGate gate) {
    if (gate.tenant().equals(RehearsalHost.FACTS.otherTenant())) {
      return NEIGHBOUR;
    }
    return gate.role().equals("risk-owner") ? RISK_OWNER : OWN_OPERATOR;
  }

  /** A person's signed approval of the plan in force. */
  SignedStatement sign(AttemptStatus status, String gate, String person) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String text =
        new Statement(
                status.attempt(),
                gate,
                status.planDigest(),
                Statement.Verdict.APPROVE,
                person,
                now,
                now.plus(Duration.ofHours(1)),
                "rehearsal")
            .text();
    try {
      return new SignedStatement(text, SIGNATURES.sign(folder.resolve(person), text));
    } catch (SigningFailed e) {
      throw new CommandFailed(ExitCode.FAILED, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      AutoCloseable last = opened.pop();
      try {
        last.close();
      } catch (Exception e) {
        org.slf4j.LoggerFactory.getLogger(Stage.class).warn("{} did not close", last, e);
      }
    }
  }
}
