package dev.switchback.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchback.attempt.AttemptOutcome;
import dev.switchback.attempt.AttemptRequest.Mode;
import dev.switchback.attempt.AttemptState;
import dev.switchback.attempt.AttemptWorkflow;
import dev.switchback.attempt.ControlRequest;
import dev.switchback.attempt.StepOutcome;
import dev.switchback.testkit.Engine;
import dev.switchback.testkit.FakeHost;
import dev.switchback.testkit.Runbooks;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One host, several attempts. */
final class LeaseWorkflowTest {
  private static final String ONE = new Runbooks().step("id: stop, uses: fake.state").text();

  private final Engine engine = new Engine();

  LeaseWorkflowTest() {
    engine.host.state("stop");
  }

  @AfterEach
  void close() {
    engine.close();
  }

  /** An attempt that holds the host in the middle of its step. */
  private AttemptWorkflow holding() {
    engine.host.onExecute(
        "stop",
        order -> {
          engine.records.begun(order);
          return FakeHost.untilCancelled(order);
        });
    AttemptWorkflow attempt = engine.start(ONE);
    engine.await(attempt, status -> engine.host.calls.contains("execute stop/1"));
    return attempt;
  }

  @Test
  void a_second_attempt_waits_for_the_first_and_then_gets_the_host_under_a_higher_token() {
    AttemptWorkflow first = holding();
    AttemptWorkflow second = engine.start("a2", Mode.RUN, ONE);
    engine.await(second, status -> status.lease().equals("a1"));

    first.abort(new ControlRequest("ana", "make room", ""));

    assertThat(engine.outcome(second).state()).isEqualTo(AttemptState.SUCCEEDED);
    assertThat(engine.records.last("a1", "lease.granted")).contains("\"token\":1");
    assertThat(engine.records.last("a2", "lease.granted")).contains("\"token\":2");
  }

  @Test
  void a_terminated_holder_is_undone_before_the_next_one_is_served() {
    engine.host.onExecute(
        "stop",
        order -> {
          engine.records.begun(order);
          return FakeHost.result(order, StepOutcome.STUCK, "no answer");
        });
    AttemptWorkflow first = engine.start(ONE);
    engine.await(first, AttemptState.NEEDS_OPERATOR);
    AttemptWorkflow second = engine.start("a2", Mode.RUN, ONE);
    engine.await(second, status -> status.lease().equals("a1"));

    WorkflowStub.fromTyped(first).terminate("by a test");
    AttemptOutcome outcome = engine.outcome(second);

    assertThat(outcome.state()).isEqualTo(AttemptState.SUCCEEDED);
    assertThat(engine.host.calls)
        .containsSubsequence("undo stop/1", "compare", "undo stop/1", "compare", "execute stop/1");
    assertThat(engine.records.last("a1-undo", "attempt.ended")).contains("ROLLED_BACK");
  }

  @Test
  void an_attempt_that_was_terminated_while_it_waited_is_passed_over() {
    AttemptWorkflow first = holding();
    AttemptWorkflow ghost = engine.start("a2", Mode.RUN, ONE);
    engine.await(ghost, status -> status.lease().equals("a1"));
    WorkflowStub.fromTyped(ghost).terminate("by a test");
    AttemptWorkflow third = engine.start("a3", Mode.RUN, ONE);

    engine.pass(Duration.ofSeconds(1));
    first.abort(new ControlRequest("ana", "make room", ""));

    assertThat(engine.outcome(third).state()).isEqualTo(AttemptState.SUCCEEDED);
  }

  @Test
  void a_long_history_continues_as_new_with_holder_token_and_queue() {
    LeaseState carried = new LeaseState("x1", 7, List.of("x2"));
    LeaseWorkflow lease =
        engine
            .client()
            .newWorkflowStub(
                LeaseWorkflow.class,
                WorkflowOptions.newBuilder()
                    .setTaskQueue(AttemptWorkflow.TASK_QUEUE)
                    .setWorkflowId("host/old")
                    .build());
    String first = WorkflowClient.start(lease::run, "old", carried).getRunId();
    LeaseWorkflow any = engine.client().newWorkflowStub(LeaseWorkflow.class, "host/old");
    for (long signals = 0; signals < LeaseWorkflowImpl.LONGEST_HISTORY; signals++) {
      any.release("nobody");
    }

    engine.awaitOtherRun("host/old", first);
    assertThat(any.state().holder()).isEqualTo("x1");
    assertThat(any.state().token()).isEqualTo(7);
  }
}
