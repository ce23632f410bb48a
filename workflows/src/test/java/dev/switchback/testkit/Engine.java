package dev.switchback.testkit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.switchback.approval.SignedStatement;
import dev.switchback.approval.Statement;
import dev.switchback.approval.Statement.Verdict;
import dev.switchback.attempt.AttemptOutcome;
import dev.switchback.attempt.AttemptRequest;
import dev.switchback.attempt.AttemptRequest.Mode;
import dev.switchback.attempt.AttemptState;
import dev.switchback.attempt.AttemptStatus;
import dev.switchback.attempt.AttemptWorkflow;
import dev.switchback.attempt.AttemptWorkflowImpl;
import dev.switchback.attempt.ControlRequest;
import dev.switchback.expression.Expressions;
import dev.switchback.json.Json;
import dev.switchback.lease.LeaseWorkflowImpl;
import dev.switchback.payload.Payloads;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;

/** The engine on Temporal's in-process server, which skips time, with every effect faked. */
public final class Engine implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  public final FakeHost host = new FakeHost();
  public final FakeRecords records = new FakeRecords();
  public final FakeApprovals approvals = new FakeApprovals();
  public final FakeWindows windows = new FakeWindows();
  private final TestWorkflowEnvironment environment;

  public Engine() {
    Expressions.warm();
    environment =
        TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(
                    WorkflowClientOptions.newBuilder()
                        .setDataConverter(Payloads.converter())
                        .setIdentity("engine-test")
                        .build())
                .build());
    Worker worker =
        environment.newWorker(
            AttemptWorkflow.TASK_QUEUE,
            WorkerOptions.newBuilder()
                .setMaxHeartbeatThrottleInterval(Duration.ofMillis(100))
                .build());
    worker.registerWorkflowImplementationTypes(AttemptWorkflowImpl.class, LeaseWorkflowImpl.class);
    worker.registerActivitiesImplementations(
        host, records, approvals, windows, new TestLeases(environment.getWorkflowClient()));
    environment.start();
    approvals
        .person("ana", "own", "operator")
        .person("ben", "own", "operator")
        .person("cho", "other", "tenant")
        .person("req", "own", "operator");
  }

  public WorkflowClient client() {
    return environment.getWorkflowClient();
  }

  public Instant now() {
    return Instant.ofEpochMilli(environment.currentTimeMillis());
  }

  /** Lets that much of the engine's time pass. */
  public void pass(Duration time) {
    environment.sleep(time);
  }

  /** Starts an attempt, asked for by {@code req}. */
  public AttemptWorkflow start(String attempt, Mode mode, String runbook) {
    AttemptWorkflow workflow =
        client()
            .newWorkflowStub(
                AttemptWorkflow.class,
                WorkflowOptions.newBuilder()
                    .setTaskQueue(AttemptWorkflow.TASK_QUEUE)
                    .setWorkflowId(attempt)
                    .build());
    AttemptRequest request =
        new AttemptRequest(
            attempt,
            mode,
            runbook,
            Json.sha256(runbook.getBytes(StandardCharsets.UTF_8)),
            "seed",
            JsonNodeFactory.instance.objectNode(),
            "req",
            "");
    WorkflowClient.start(workflow::run, request);
    return workflow;
  }

  public AttemptWorkflow start(String runbook) {
    return start("a1", Mode.RUN, runbook);
  }

  /** Starts an attempt that is paused before its first step. */
  public AttemptWorkflow startPaused(String runbook) {
    host.lockedBy("nobody");
    AttemptWorkflow attempt = start(runbook);
    await(attempt, AttemptState.AWAITING_HOST);
    attempt.pause(new ControlRequest("ana", "for a test", ""));
    host.lockedBy("");
    return attempt;
  }

  /** Waits for the attempt's end; the engine's time is skipped meanwhile. */
  public AttemptOutcome outcome(AttemptWorkflow attempt) {
    return WorkflowStub.fromTyped(attempt).getResult(AttemptOutcome.class);
  }

  /** Waits for the end of a cancelled attempt: Temporal keeps no result of those, only a status. */
  public AttemptStatus cancelled(AttemptWorkflow attempt) {
    try {
      throw new AssertionError("ended with " + outcome(attempt));
    } catch (WorkflowFailedException expected) {
      return attempt.status();
    }
  }

  public AttemptOutcome run(String runbook) {
    return outcome(start(runbook));
  }

  public AttemptStatus await(AttemptWorkflow attempt, AttemptState state) {
    return await(attempt, status -> status.state() == state);
  }

  /** Waits in real time until the status is as wanted. */
  public AttemptStatus await(AttemptWorkflow attempt, Predicate<AttemptStatus> wanted) {
    Instant deadline = Instant.now().plus(DEADLINE);
    while (true) {
      AttemptStatus status = attempt.status();
      if (wanted.test(status)) {
        return status;
      }
      if (Instant.now().isAfter(deadline)) {
        throw new AssertionError("not within " + DEADLINE + "; the status is " + status);
      }
      Thread.onSpinWait();
    }
  }

  /** A statement on the plan in force, good for a day. */
  public Statement statement(AttemptWorkflow attempt, String person, String gate, Verdict verdict) {
    AttemptStatus status = attempt.status();
    return new Statement(
        status.attempt(),
        gate,
        status.planDigest(),
        verdict,
        person,
        now(),
        now().plus(Duration.ofDays(1)),
        verdict == Verdict.APPROVE ? "" : "because");
  }

  public SignedStatement approval(AttemptWorkflow attempt, String person, String gate) {
    return FakeApprovals.sign(statement(attempt, person, gate, Verdict.APPROVE));
  }

  /** Waits in real time until the workflow id stands for another run than that one. */
  public void awaitOtherRun(String workflow, String run) {
    Instant deadline = Instant.now().plus(DEADLINE);
    while (runOf(workflow).equals(run)) {
      if (Instant.now().isAfter(deadline)) {
        throw new AssertionError(workflow + " did not continue as new within " + DEADLINE);
      }
      Thread.onSpinWait();
    }
  }

  private String runOf(String workflow) {
    return client().newUntypedWorkflowStub(workflow).describe().getExecution().getRunId();
  }

  /** The history of a workflow, as JSON. */
  public String history(String workflow) {
    return client().fetchHistory(workflow).toJson(true);
  }

  @Override
  public void close() {
    environment.close();
  }
}
