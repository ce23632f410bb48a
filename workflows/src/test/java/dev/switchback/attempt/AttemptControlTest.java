package dev.switchback.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchback.change.Resource;
import dev.switchback.testkit.Engine;
import dev.switchback.testkit.FakeHost;
import dev.switchback.testkit.Runbooks;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pause, resume, abort, cancel, and what an operator does. */
final class AttemptControlTest {
  private static final String GATED =
      new Runbooks()
          .approval("id: own, role: operator, count: 1, reason: the change, expires: 24h")
          .step("id: stop, uses: fake.state")
          .step("id: domain, uses: fake.state")
          .text();
  private static final String TWO =
      new Runbooks().step("id: stop, uses: fake.state").step("id: domain, uses: fake.state").text();

  private final Engine engine = new Engine();

  AttemptControlTest() {
    engine.host.state("stop").state("domain");
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static ControlRequest by(String person) {
    return new ControlRequest(person, "because", "");
  }

  private static ControlRequest at(String step) {
    return new ControlRequest("ana", "because", step);
  }

  private static StepResult failed(StepOrder order) {
    return FakeHost.result(order, StepOutcome.FAILED, "it failed");
  }

  @Test
  void abort_at_a_gate_ends_aborted() {
    AttemptWorkflow attempt = engine.start(GATED);
    engine.await(attempt, AttemptState.AWAITING_APPROVAL);

    attempt.abort(by("ana"));

    AttemptOutcome outcome = engine.outcome(attempt);
    assertThat(outcome.state()).isEqualTo(AttemptState.ABORTED);
    assertThat(outcome.cause()).isEqualTo("aborted by ana: because");
  }

  @Test
  void abort_in_a_step_cancels_it_and_undoes_everything() {
    engine.host.onExecute("domain", FakeHost::untilCancelled);
    AttemptWorkflow attempt = engine.start(TWO);
    engine.await(attempt, status -> engine.host.calls.contains("execute domain/1"));

    attempt.abort(by("ana"));

    AttemptOutcome outcome = engine.outcome(attempt);
    assertThat(outcome.state()).isEqualTo(AttemptState.ROLLED_BACK);
    assertThat(outcome.cause()).isEqualTo("aborted by ana: because");
    assertThat(engine.host.calls).containsSubsequence("undo domain/1", "undo stop/1");
  }

  @Test
  void abort_while_waiting_for_the_host_leaves_the_queue() {
    CountDownLatch latch = new CountDownLatch(1);
    engine.host.onExecute("stop", order -> FakeHost.held(latch, order));
    AttemptWorkflow first = engine.start(TWO);
    engine.await(first, status -> engine.host.calls.contains("execute stop/1"));
    AttemptWorkflow second = engine.start("a2", AttemptRequest.Mode.RUN, TWO);
    engine.await(second, status -> status.lease().equals("a1"));

    second.abort(by("ana"));
    AttemptOutcome outcome = engine.outcome(second);
    latch.countDown();

    assertThat(outcome.state()).isEqualTo(AttemptState.ABORTED);
    assertThat(engine.outcome(first).state()).isEqualTo(AttemptState.SUCCEEDED);
  }

  @Test
  void abort_needs_a_reason() {
    AttemptWorkflow attempt = engine.start(GATED);
    engine.await(attempt, AttemptState.AWAITING_APPROVAL);

    assertThatThrownBy(() -> attempt.abort(new ControlRequest("ana", "", "")))
        .isInstanceOf(WorkflowUpdateException.class)
        .rootCause()
        .hasMessageContaining("abort needs a reason; say why");
  }

  @Test
  void cancel_of_the_workflow_at_a_gate_is_an_abort() {
    AttemptWorkflow attempt = engine.start(GATED);
    engine.await(attempt, AttemptState.AWAITING_APPROVAL);

    WorkflowStub.fromTyped(attempt).cancel();

    AttemptStatus end = engine.cancelled(attempt);
    assertThat(end.state()).isEqualTo(AttemptState.ABORTED);
    assertThat(end.cause()).startsWith("aborted by cancellation");
  }

  @Test
  void cancel_of_the_workflow_in_a_step_undoes_everything() {
    engine.host.onExecute("domain", FakeHost::untilCancelled);
    AttemptWorkflow attempt = engine.start(TWO);
    engine.await(attempt, status -> engine.host.calls.contains("execute domain/1"));

    WorkflowStub.fromTyped(attempt).cancel();

    assertThat(engine.cancelled(attempt).state()).isEqualTo(AttemptState.ROLLED_BACK);
    assertThat(engine.host.calls).containsSubsequence("undo domain/1", "undo stop/1", "compare");
  }

  @Test
  void pause_holds_before_the_next_step_until_resumed() {
    CountDownLatch latch = new CountDownLatch(1);
    engine.host.onExecute("stop", order -> FakeHost.held(latch, order));
    AttemptWorkflow attempt = engine.start(TWO);
    engine.await(attempt, status -> engine.host.calls.contains("execute stop/1"));
    attempt.pause(by("ana"));
    latch.countDown();
    engine.await(attempt, status -> status.steps().get(0).phase().equals("done"));

    assertThat(engine.host.calls).doesNotContain("execute domain/1");
    attempt.resume(by("ana"));
    assertThat(engine.outcome(attempt).state()).isEqualTo(AttemptState.SUCCEEDED);
  }

  @Test
  void a_paused_attempt_still_obeys_an_abort() {
    CountDownLatch latch = new CountDownLatch(1);
    engine.host.onExecute("stop", order -> FakeHost.held(latch, order));
    AttemptWorkflow attempt = engine.start(TWO);
    engine.await(attempt, status -> engine.host.calls.contains("execute stop/1"));
    attempt.pause(by("ana"));
    latch.countDown();
    engine.await(attempt, status -> status.steps().get(0).phase().equals("done"));

    attempt.abort(by("ana"));

    assertThat(engine.outcome(attempt).state()).isEqualTo(AttemptState.ROLLED_BACK);
  }

  @Test
  void resume_is_refused_when_nothing_is_paused() {
    AttemptWorkflow attempt = engine.start(GATED);
    engine.await(attempt, AttemptState.AWAITING_APPROVAL);

    assertThatThrownBy(() -> attempt.resume(by("ana")))
        .rootCause()
        .hasMessageContaining("the attempt is not paused");
  }

  @Test
  void acts_come_as_signals_too_and_their_refusals_are_audited() {
    AttemptWorkflow attempt = engine.start(GATED);
    engine.await(attempt, AttemptState.AWAITING_APPROVAL);

    attempt.resumeSignal(by("ana"));
    attempt.pauseSignal(by("ana"));
    attempt.abortSignal(by("ana"));

    assertThat(engine.outcome(attempt).state()).isEqualTo(AttemptState.ABORTED);
    assertThat(engine.records.types("a1"))
        .contains("control.refused", "attempt.paused", "attempt.abort-requested");
  }

  @Test
  void retry_undoes_what_is_outstanding_under_the_next_execution() {
    engine
        .host
        .onExecute("domain", AttemptControlTest::failed)
        .onUndo("domain", AttemptControlTest::failed);
    AttemptWorkflow attempt = engine.start(TWO);
    engine.await(attempt, AttemptState.NEEDS_OPERATOR);

    attempt.retry(by("ana"));

    assertThat(engine.outcome(attempt).state()).isEqualTo(AttemptState.ROLLED_BACK);
    assertThat(engine.host.calls)
        .containsSubsequence("undo domain/1", "undo stop/1", "compare", "undo domain/2", "compare")
        .doesNotContain("undo stop/2");
  }

  @Test
  void skip_leaves_one_undo_out_and_ends_unproven() {
    engine
        .host
        .onExecute("domain", AttemptControlTest::failed)
        .onUndo("domain", AttemptControlTest::failed);
    AttemptWorkflow attempt = engine.start(TWO);
    engine.await(attempt, AttemptState.NEEDS_OPERATOR);

    attempt.skip(at("domain"));

    AttemptOutcome outcome = engine.outcome(attempt);
    assertThat(outcome.state()).isEqualTo(AttemptState.ROLLED_BACK);
    assertThat(outcome.compensated()).extracting(StepResult::outcome).contains(StepOutcome.SKIPPED);
  }

  @Test
  void skip_names_the_steps_that_can_be_skipped() {
    engine
        .host
        .onExecute("domain", AttemptControlTest::failed)
        .onUndo("domain", AttemptControlTest::failed);
    AttemptWorkflow attempt = engine.start(TWO);
    engine.await(attempt, AttemptState.NEEDS_OPERATOR);

    assertThatThrownBy(() -> attempt.skip(at("stop")))
        .rootCause()
        .hasMessageContaining("name one of: domain");
  }

  @Test
  void resolve_ends_the_attempt_and_keeps_the_cause() {
    engine
        .host
        .onExecute("domain", AttemptControlTest::failed)
        .onUndo("domain", AttemptControlTest::failed);
    AttemptWorkflow attempt = engine.start(TWO);
    engine.await(attempt, AttemptState.NEEDS_OPERATOR);
    assertThat(engine.host.calls).doesNotContain("unlock");

    attempt.resolve(by("ana"));

    AttemptOutcome outcome = engine.outcome(attempt);
    assertThat(outcome.state()).isEqualTo(AttemptState.RESOLVED);
    assertThat(outcome.cause()).isEqualTo("step domain: it failed");
  }

  @Test
  void operator_acts_are_refused_while_no_operator_is_needed() {
    AttemptWorkflow attempt = engine.start(GATED);
    engine.await(attempt, AttemptState.AWAITING_APPROVAL);

    assertThatThrownBy(() -> attempt.retry(by("ana")))
        .rootCause()
        .hasMessageContaining("only in NEEDS_OPERATOR");
  }

  @Test
  void abort_while_waiting_for_a_window_ends_aborted() {
    engine.windows.open(
        engine.now().plus(Duration.ofDays(3)), engine.now().plus(Duration.ofDays(4)));
    AttemptWorkflow attempt =
        engine.start(
            new Runbooks()
                .window("calendar: maintenance, reserve: 30m")
                .step("id: stop, uses: fake.state")
                .step("id: domain, uses: fake.state")
                .text());
    engine.await(attempt, AttemptState.AWAITING_WINDOW);

    attempt.abort(by("ana"));

    assertThat(engine.outcome(attempt).state()).isEqualTo(AttemptState.ABORTED);
  }

  @Test
  void abort_is_refused_while_an_operator_is_needed() {
    engine
        .host
        .onExecute("domain", AttemptControlTest::failed)
        .onUndo("domain", AttemptControlTest::failed);
    AttemptWorkflow attempt = engine.start(TWO);
    engine.await(attempt, AttemptState.NEEDS_OPERATOR);

    assertThatThrownBy(() -> attempt.abort(by("ana")))
        .rootCause()
        .hasMessageContaining("use retry, skip or resolve");
  }

  @Test
  void a_lock_file_of_somebody_else_is_waited_for_and_then_refused() {
    engine.host.lockedBy("b7");

    AttemptOutcome outcome = engine.run(TWO);

    assertThat(outcome.state()).isEqualTo(AttemptState.REFUSED);
    assertThat(outcome.cause()).contains("names attempt 'b7'");
    assertThat(engine.host.calls).noneMatch(call -> call.startsWith("execute"));
  }

  @Test
  void retry_lifts_the_quarantine_of_what_is_tried() {
    Resource gpu = new Resource(Resource.Kind.PCI_FUNCTION, "0000:41:00.0");
    engine.host.onExecute(
        "domain",
        order -> FakeHost.result(order, StepOutcome.STUCK, "no reset", true, List.of(gpu)));
    AttemptWorkflow attempt = engine.start(TWO);
    engine.await(attempt, AttemptState.NEEDS_OPERATOR);
    assertThat(engine.host.quarantined).containsEntry("domain", List.of(gpu));

    attempt.retry(at("domain"));

    assertThat(engine.outcome(attempt).state()).isEqualTo(AttemptState.ROLLED_BACK);
    assertThat(engine.host.quarantined).containsEntry("domain", List.of());
  }

  @Test
  void the_memo_tells_state_and_head() {
    AttemptWorkflow attempt = engine.start(TWO);
    AttemptOutcome outcome = engine.outcome(attempt);

    WorkflowExecutionDescription described = WorkflowStub.fromTyped(attempt).describe();
    assertThat(described.getMemo("state", String.class)).isEqualTo("SUCCEEDED");
    assertThat(described.getMemo("auditHead", String.class)).isEqualTo(outcome.auditHead());
  }
}
