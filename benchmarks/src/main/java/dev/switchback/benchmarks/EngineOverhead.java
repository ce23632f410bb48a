package dev.switchback.benchmarks;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.Timestamps;
import dev.switchback.action.Catalogue;
import dev.switchback.approval.SignedStatement;
import dev.switchback.approval.Statement;
import dev.switchback.attempt.AttemptRequest;
import dev.switchback.attempt.AttemptState;
import dev.switchback.attempt.AttemptStatus;
import dev.switchback.attempt.AttemptWorkflow;
import dev.switchback.attempt.AttemptWorkflowImpl;
import dev.switchback.audit.RecordActivitiesImpl;
import dev.switchback.audit.SqliteAuditTrail;
import dev.switchback.evidence.FileEvidenceStore;
import dev.switchback.execution.HostActivitiesImpl;
import dev.switchback.execution.Planner;
import dev.switchback.execution.StepRunner;
import dev.switchback.expression.Expressions;
import dev.switchback.inventory.Inventory;
import dev.switchback.inventory.InventoryReader;
import dev.switchback.inventory.WindowActivitiesImpl;
import dev.switchback.json.Json;
import dev.switchback.kernellog.LineClassifier;
import dev.switchback.lease.LeaseWorkflowImpl;
import dev.switchback.rehearsal.RehearsalHost;
import dev.switchback.rehearsal.scenario.Scenario;
import dev.switchback.server.DevServer;
import dev.switchback.server.TemporalBinary;
import dev.switchback.signature.ApprovalActivitiesImpl;
import dev.switchback.signature.SshSignatures;
import dev.switchback.ssh.HostConnections;
import dev.switchback.ssh.SshSettings;
import dev.switchback.temporal.TemporalLeaseActivities;
import dev.switchback.worker.TemporalClients;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code engine-overhead}: 20 steps that do nothing, through the engine (with its trail), against
 * 20 activities of a plain workflow, in turn on one dev server. Times are the server's: from the
 * first activity scheduled to the last one completed. Also prints how long it takes from an
 * approval to the first step.
 */
public final class EngineOverhead {
  private static final int STEPS = 20;
  private static final int ROUNDS = 7;
  private static final int WARM_UP = 2;
  private static final double LIMIT = 1.2;
  private static final SshSignatures SIGNATURES = new SshSignatures(Statement.NAMESPACE);

  private final WorkflowClient client;
  private final Path folder;

  private EngineOverhead(WorkflowClient client, Path folder) {
    this.client = client;
    this.folder = folder;
  }

  /** Runs the comparison in the folder given; exit status 1 beyond the limit. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("engine-overhead");
    DevServer server =
        new DevServer(
            folder,
            new TemporalBinary(System.getenv(), Path.of(arguments[0]), System.err::println));
    try (RehearsalHost host = RehearsalHost.start(Scenario.named("healthy"))) {
      WorkflowClient client = TemporalClients.connect(server.start().address(), "default");
      EngineOverhead benchmark = new EngineOverhead(client, folder);
      WorkerFactory factory = benchmark.worker(host);
      double ratio = benchmark.compare();
      factory.shutdownNow();
      client.getWorkflowServiceStubs().shutdownNow();
      server.stop();
      System.exit(ratio <= LIMIT ? 0 : 1);
    }
  }

  private WorkerFactory worker(RehearsalHost host) throws Exception {
    Expressions.warm();
    key("login");
    key("alice");
    host.authorize(publicKey("login"));
    Path known = Files.writeString(folder.resolve("known_hosts"), host.knownHostsLine() + "\n");
    RehearsalHost.Person alice =
        new RehearsalHost.Person(
            RehearsalHost.FACTS.ownTenant(), List.of("operator"), List.of(publicKey("alice")));
    Path file =
        Files.writeString(
            folder.resolve("inventory.yaml"),
            host.inventoryYaml(
                folder.resolve("login").toString(), known.toString(), Map.of("alice", alice)));
    Inventory inventory = InventoryReader.read(file);
    SqliteAuditTrail trail = SqliteAuditTrail.open(folder.resolve("trail.db"));
    FileEvidenceStore evidence = new FileEvidenceStore(folder.resolve("evidence"));
    HostConnections hosts = new HostConnections(inventory, SshSettings.defaults());
    Catalogue catalogue = new Catalogue(List.of(new NoOp()));
    StepRunner runner =
        new StepRunner(
            catalogue,
            hosts,
            () -> inventory,
            trail,
            evidence,
            LineClassifier.shipped(),
            List.of(),
            Clock.systemUTC());
    WorkerFactory factory = WorkerFactory.newInstance(client);
    Worker worker = factory.newWorker(AttemptWorkflow.TASK_QUEUE);
    worker.registerWorkflowImplementationTypes(
        AttemptWorkflowImpl.class, LeaseWorkflowImpl.class, Plain.SequenceImpl.class);
    worker.registerActivitiesImplementations(
        new HostActivitiesImpl(
            new Planner(catalogue, hosts, () -> inventory),
            runner,
            hosts,
            SshSettings.defaults().runDirectory()),
        new RecordActivitiesImpl(trail, evidence),
        new ApprovalActivitiesImpl(() -> inventory, SIGNATURES),
        new WindowActivitiesImpl(() -> inventory),
        new TemporalLeaseActivities(client),
        new Plain.StepsImpl());
    factory.start();
    return factory;
  }

  private double compare() throws Exception {
    List<Double> ratios = new ArrayList<>();
    List<Double> engine = new ArrayList<>();
    List<Double> plain = new ArrayList<>();
    List<Double> approvals = new ArrayList<>();
    for (int round = 0; round < WARM_UP + ROUNDS; round++) {
      String attempt = "overhead-" + round;
      double throughEngine = attempt(attempt);
      double byHand = plain("plain-" + round);
      if (round >= WARM_UP) {
        engine.add(throughEngine);
        plain.add(byHand);
        ratios.add(throughEngine / byHand);
        approvals.add(approvalToStep(attempt));
      }
    }
    System.out.printf(
        "engine %.1f ms a step, plain workflow %.1f ms (medians of %d rounds of %d steps)%n",
        median(engine) / STEPS, median(plain) / STEPS, ROUNDS, STEPS);
    System.out.printf(
        "ratio by round: %s%n", ratios.stream().map(r -> String.format("%.2f", r)).toList());
    System.out.printf("approval-to-step: %.0f ms (median)%n", median(approvals));
    System.out.printf("engine-overhead: %.2f x (limit %.1f)%n", median(ratios), LIMIT);
    return median(ratios);
  }

  private double plain(String id) {
    Plain.Sequence workflow =
        client.newWorkflowStub(
            Plain.Sequence.class,
            WorkflowOptions.newBuilder()
                .setWorkflowId(id)
                .setTaskQueue(AttemptWorkflow.TASK_QUEUE)
                .build());
    workflow.run(STEPS);
    return millis(id, "plain.Execute");
  }

  private double attempt(String id) throws Exception {
    String text = runbook();
    AttemptRequest request =
        new AttemptRequest(
            id,
            AttemptRequest.Mode.RUN,
            text,
            Json.sha256(text.getBytes(StandardCharsets.UTF_8)),
            RehearsalHost.FACTS.name(),
            JsonNodeFactory.instance.objectNode(),
            "ops",
            "");
    AttemptWorkflow workflow =
        client.newWorkflowStub(
            AttemptWorkflow.class,
            WorkflowOptions.newBuilder()
                .setWorkflowId(id)
                .setTaskQueue(AttemptWorkflow.TASK_QUEUE)
                .build());
    WorkflowClient.start(workflow::run, request);
    AttemptStatus status = workflow.status();
    while (status.state() != AttemptState.AWAITING_APPROVAL) {
      Thread.sleep(20);
      status = workflow.status();
    }
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String statement =
        new Statement(
                id,
                "own",
                status.planDigest(),
                Statement.Verdict.APPROVE,
                "alice",
                now,
                now.plus(Duration.ofHours(1)),
                "")
            .text();
    workflow.decide(
        new SignedStatement(statement, SIGNATURES.sign(folder.resolve("alice"), statement)));
    client.newUntypedWorkflowStub(id).getResult(Object.class);
    return millis(id, "host.Execute");
  }

  private static String runbook() {
    StringBuilder text =
        new StringBuilder(
            """
            apiVersion: switchback/v1
            kind: Runbook
            metadata: {name: overhead, title: Steps that do nothing}
            gates: {approvals: [{id: own, role: operator}]}
            steps:
            """);
    for (int i = 0; i < STEPS; i++) {
      text.append("- {id: s").append(i).append(", uses: bench.noop}\n");
    }
    return text.toString();
  }

  /**
   * From the first activity of a type scheduled to the last one completed, by the server's clock.
   */
  private double millis(String workflow, String type) {
    List<Timestamp> scheduled = new ArrayList<>();
    List<Long> ids = new ArrayList<>();
    Timestamp end = Timestamp.getDefaultInstance();
    for (HistoryEvent event : client.fetchHistory(workflow).getEvents()) {
      if (event.getEventType() == EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED
          && event
              .getActivityTaskScheduledEventAttributes()
              .getActivityType()
              .getName()
              .equalsIgnoreCase(type)) {
        scheduled.add(event.getEventTime());
        ids.add(event.getEventId());
      }
      if (event.getEventType() == EventType.EVENT_TYPE_ACTIVITY_TASK_COMPLETED
          && ids.contains(event.getActivityTaskCompletedEventAttributes().getScheduledEventId())) {
        end = event.getEventTime();
      }
    }
    if (scheduled.size() != STEPS) {
      throw new IllegalStateException(workflow + " ran " + scheduled.size() + " steps of " + STEPS);
    }
    return Timestamps.toMicros(end) / 1e3 - Timestamps.toMicros(scheduled.get(0)) / 1e3;
  }

  /**
   * From the decision accepted to the first step scheduled: a second look at plan and host lies
   * between.
   */
  private double approvalToStep(String attempt) {
    Timestamp decided = Timestamp.getDefaultInstance();
    for (HistoryEvent event : client.fetchHistory(attempt).getEvents()) {
      if (event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_COMPLETED) {
        decided = event.getEventTime();
      }
      if (event.getEventType() == EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED
          && event
              .getActivityTaskScheduledEventAttributes()
              .getActivityType()
              .getName()
              .equalsIgnoreCase("host.Execute")) {
        return Timestamps.toMicros(event.getEventTime()) / 1e3 - Timestamps.toMicros(decided) / 1e3;
      }
    }
    throw new IllegalStateException(attempt + " ran no step");
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private void key(String name) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "ssh-keygen", "-q", "-t", "ecdsa", "-N", "", "-f", folder.resolve(name).toString())
            .inheritIO()
            .start();
    if (process.waitFor() != 0) {
      throw new IOException("ssh-keygen could not make a key");
    }
  }

  private String publicKey(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".pub")).strip();
  }
}
