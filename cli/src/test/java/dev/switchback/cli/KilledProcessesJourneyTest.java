package dev.switchback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchback.approval.GateStatus;
import dev.switchback.approval.SignedStatement;
import dev.switchback.approval.Statement;
import dev.switchback.attempt.AttemptRequest;
import dev.switchback.attempt.AttemptState;
import dev.switchback.attempt.AttemptStatus;
import dev.switchback.attempt.ControlAnswer;
import dev.switchback.configuration.Settings;
import dev.switchback.rehearsal.RehearsalHost;
import dev.switchback.rehearsal.scenario.Scenario;
import dev.switchback.server.DevServer;
import dev.switchback.signature.SshSignatures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker and a Temporal server in processes of their own, killed with SIGKILL; the host saw each
 * effect once.
 */
class KilledProcessesJourneyTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;
  private RehearsalHost host;
  private Settings settings;
  private DevServer server;
  private final List<Process> workers = new ArrayList<>();

  @BeforeEach
  void set_the_stage() throws Exception {
    host = RehearsalHost.start(Scenario.named("healthy"));
    for (String name : List.of("login", "ops", "alice", "bob")) {
      Process process =
          new ProcessBuilder(
                  "ssh-keygen",
                  "-q",
                  "-t",
                  "ecdsa",
                  "-N",
                  "",
                  "-f",
                  folder.resolve(name).toString())
              .start();
      assertThat(process.waitFor()).isZero();
    }
    host.authorize(publicKey("login"));
    Path known = Files.writeString(folder.resolve("known_hosts"), host.knownHostsLine() + "\n");
    Map<String, RehearsalHost.Person> people = new LinkedHashMap<>();
    people.put("ops", person(RehearsalHost.FACTS.ownTenant(), "ops"));
    people.put("alice", person(RehearsalHost.FACTS.ownTenant(), "alice"));
    people.put("bob", person(RehearsalHost.FACTS.otherTenant(), "bob"));
    Path inventory =
        Files.writeString(
            folder.resolve("inventory.yaml"),
            host.inventoryYaml(folder.resolve("login").toString(), known.toString(), people));
    settings = new Settings(folder.resolve("state"), inventory, Settings.DEV, "default");
    shareProgram();
    server = Session.devServer(settings, line -> {});
  }

  /** The server's program is fetched once for all journeys. */
  private void shareProgram() throws Exception {
    Path shared = Path.of("target", "journeys", "bin").toAbsolutePath();
    if (Files.isDirectory(shared)) {
      Files.createDirectories(settings.state());
      Files.createSymbolicLink(settings.state().resolve("bin"), shared);
    }
  }

  @AfterEach
  void clear_the_stage() throws Exception {
    for (Process worker : workers) {
      worker.destroyForcibly().waitFor();
    }
    server.stop();
    host.close();
  }

  private RehearsalHost.Person person(String tenant, String key) throws Exception {
    return new RehearsalHost.Person(tenant, List.of("operator"), List.of(publicKey(key)));
  }

  private String publicKey(String name) throws Exception {
    return Files.readString(folder.resolve(name + ".pub")).strip();
  }

  private Process worker() throws Exception {
    Process worker =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "worker",
                "--state",
                settings.state().toString(),
                "--inventory",
                settings.inventory().toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("worker-" + workers.size() + ".log").toFile())
            .start();
    workers.add(worker);
    return worker;
  }

  private static AttemptRequest request() {
    return Launch.request(
        AttemptRequest.Mode.RUN,
        RunbookFiles.read("p2p-identity"),
        RehearsalHost.FACTS.name(),
        Map.of(),
        "ops");
  }

  private AttemptStatus await(Session session, String attempt, Predicate<AttemptStatus> reached)
      throws Exception {
    Instant until = Instant.now().plus(PATIENCE);
    AttemptStatus status = null;
    while (Instant.now().isBefore(until)) {
      try {
        status = session.status(attempt);
        if (reached.test(status)) {
          return status;
        }
      } catch (CommandFailed | io.grpc.StatusRuntimeException e) {
        // Nobody answers while the processes are down; the deadline decides.
      }
      Thread.sleep(50);
    }
    throw new AssertionError("not reached in time: " + status + "\n" + logs());
  }

  private String logs() throws Exception {
    StringBuilder logs = new StringBuilder();
    for (int i = 0; i < workers.size(); i++) {
      logs.append(Files.readString(folder.resolve("worker-" + i + ".log"))).append("\n--\n");
    }
    return logs.toString();
  }

  private Session session() throws Exception {
    Instant until = Instant.now().plus(PATIENCE);
    while (server.running().isEmpty()) {
      assertThat(Instant.now()).as("the worker starts the server: %s", logs()).isBefore(until);
      Thread.sleep(50);
    }
    return Session.open(settings);
  }

  private void sign(Session session, AttemptStatus status) throws Exception {
    for (GateStatus gate : status.gates()) {
      String person = gate.id().equals("own") ? "alice" : "bob";
      Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
      String text =
          new Statement(
                  status.attempt(),
                  gate.id(),
                  status.planDigest(),
                  Statement.Verdict.APPROVE,
                  person,
                  now,
                  now.plus(Duration.ofHours(1)),
                  "")
              .text();
      String signature = new SshSignatures(Statement.NAMESPACE).sign(folder.resolve(person), text);
      ControlAnswer answer =
          session.ask(
              status.attempt(), workflow -> workflow.decide(new SignedStatement(text, signature)));
      assertThat(answer.accepted()).as(answer.message()).isTrue();
    }
  }

  private static boolean runs(AttemptStatus status, String step) {
    return status.steps().stream()
        .anyMatch(s -> s.id().equals(step) && s.phase().equals("running"));
  }

  @Test
  void a_worker_killed_in_the_middle_of_the_switch_is_followed_by_another_that_finishes_it()
      throws Exception {
    Process first = worker();
    try (Session session = session()) {
      AttemptRequest request = request();
      session.start(request);
      sign(
          session,
          await(session, request.attempt(), s -> s.state() == AttemptState.AWAITING_APPROVAL));
      await(session, request.attempt(), status -> runs(status, "domain"));
      first.destroyForcibly().waitFor();
      worker();

      AttemptStatus end = await(session, request.attempt(), s -> Views.isSettled(s.state()));

      assertThat(end.state()).as(end.cause()).isEqualTo(AttemptState.SUCCEEDED);
      List<String> writes =
          host.effects().stream().filter(effect -> effect.startsWith("host write /sys")).toList();
      assertThat(writes).doesNotHaveDuplicates();
      assertThat(writes.stream().filter(write -> write.endsWith("/type identity")))
          .hasSize(RehearsalHost.FACTS.gpus().size());
    }
  }

  @Test
  void a_server_killed_while_people_decide_goes_on_from_its_file() throws Exception {
    worker();
    AttemptRequest request = request();
    try (Session session = session()) {
      session.start(request);
      await(session, request.attempt(), s -> s.state() == AttemptState.AWAITING_APPROVAL);
    }
    long pid = server.running().orElseThrow().pid();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    Instant until = Instant.now().plus(PATIENCE);
    while (server.running().map(DevServer.Running::pid).filter(now -> now != pid).isEmpty()) {
      assertThat(Instant.now()).as(logs()).isBefore(until);
      Thread.sleep(50);
    }
    try (Session session = Session.open(settings)) {
      AttemptStatus waiting =
          await(session, request.attempt(), s -> s.state() == AttemptState.AWAITING_APPROVAL);
      sign(session, waiting);

      AttemptStatus end = await(session, request.attempt(), s -> Views.isSettled(s.state()));

      assertThat(end.state()).as(end.cause()).isEqualTo(AttemptState.SUCCEEDED);
    }
  }
}
