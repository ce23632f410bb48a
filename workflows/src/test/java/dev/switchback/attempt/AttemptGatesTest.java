package dev.switchback.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchback.approval.SignedStatement;
import dev.switchback.approval.Statement;
import dev.switchback.approval.Statement.Verdict;
import dev.switchback.testkit.Engine;
import dev.switchback.testkit.FakeApprovals;
import dev.switchback.testkit.FakeHost;
import dev.switchback.testkit.Runbooks;
import io.temporal.client.WorkflowUpdateException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** People decide: who counts, for what, and for how long. */
final class AttemptGatesTest {
  private static final String BOTH =
      new Runbooks()
          .approval("id: own, role: operator, count: 1, reason: the change, expires: 24h")
          .approval("id: neighbour, tenant: other, count: 1, reason: a reboot, expires: 24h")
          .step("id: look, uses: fake.probe")
          .step("id: stop, uses: fake.state")
          .text();

  private final Engine engine = new Engine();
  private AttemptWorkflow attempt = engine.client().newWorkflowStub(AttemptWorkflow.class, "a1");

  @BeforeEach
  void start() {
    engine.host.probe("look").state("stop");
    attempt = engine.start(BOTH);
    engine.await(attempt, AttemptState.AWAITING_APPROVAL);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private ControlAnswer refused(Statement statement) {
    return refused(FakeApprovals.sign(statement));
  }

  private ControlAnswer refused(SignedStatement signed) {
    ControlAnswer answer = attempt.decide(signed);
    assertThat(answer.accepted()).isFalse();
    assertThat(engine.records.types("a1")).contains("decision.refused");
    return answer;
  }

  private Statement approvalBy(String person) {
    return engine.statement(attempt, person, "own", Verdict.APPROVE);
  }

  @Test
  void goes_on_once_every_gate_has_its_quorum() {
    assertThat(attempt.decide(engine.approval(attempt, "ana", "own")).message())
        .isEqualTo("approved; own 1 of 1, neighbour 0 of 1");
    attempt.decide(engine.approval(attempt, "cho", "neighbour"));

    assertThat(engine.outcome(attempt).state()).isEqualTo(AttemptState.SUCCEEDED);
  }

  @Test
  void says_who_is_missing() {
    attempt.decide(engine.approval(attempt, "ana", "own"));

    assertThat(attempt.status().waitingFor())
        .isEqualTo("approval: tenant other (gate neighbour, 0 of 1)");
  }

  @Test
  void refuses_the_requester() {
    assertThat(refused(approvalBy("req")).message()).contains("asked for this attempt");
  }

  @Test
  void refuses_a_person_without_the_role() {
    assertThat(refused(approvalBy("cho")).message()).contains("has not the role 'operator'");
  }

  @Test
  void refuses_a_person_of_another_tenant() {
    Statement statement = engine.statement(attempt, "ben", "neighbour", Verdict.APPROVE);

    assertThat(refused(statement).message()).contains("speaks for tenant 'own'");
  }

  @Test
  void refuses_a_forged_signature() {
    assertThat(refused(FakeApprovals.signAs("req", approvalBy("ana"))).message())
        .contains("not ana's");
  }

  @Test
  void refuses_a_statement_about_another_plan() {
    Statement seen = approvalBy("ana");
    Statement other =
        new Statement(
            "a1", "own", "sha256:00", Verdict.APPROVE, "ana", seen.time(), seen.expires(), "");

    assertThat(refused(other).message()).contains("approval.plan");
  }

  @Test
  void refuses_a_statement_about_another_attempt() {
    Statement seen = approvalBy("ana");
    Statement other =
        new Statement(
            "a2",
            "own",
            seen.planDigest(),
            Verdict.APPROVE,
            "ana",
            seen.time(),
            seen.expires(),
            "");

    assertThat(refused(other).message()).contains("approval.attempt");
  }

  @Test
  void refuses_a_statement_about_a_gate_that_does_not_exist() {
    Statement other = engine.statement(attempt, "ana", "owner", Verdict.APPROVE);

    assertThat(refused(other).message()).contains("sign for one of: own, neighbour");
  }

  @Test
  void refuses_a_statement_that_has_expired() {
    Statement seen = approvalBy("ana");
    Instant now = engine.now();
    Statement old =
        new Statement(
            "a1",
            "own",
            seen.planDigest(),
            Verdict.APPROVE,
            "ana",
            now.minusSeconds(60),
            now.minusSeconds(1),
            "");

    assertThat(refused(old).message()).contains("approval.expired");
  }

  @Test
  void refuses_a_replay() {
    SignedStatement signed = engine.approval(attempt, "ana", "own");
    attempt.decide(signed);
    attempt.decide(FakeApprovals.sign(engine.statement(attempt, "ana", "own", Verdict.WITHDRAW)));

    assertThat(refused(signed).message()).contains("approval.replay");
  }

  @Test
  void refuses_text_that_is_no_statement_at_once() {
    assertThatThrownBy(() -> attempt.decide(new SignedStatement("yes", "signed by ana")))
        .isInstanceOf(WorkflowUpdateException.class)
        .rootCause()
        .hasMessageContaining("not a statement");
  }

  @Test
  void takes_a_decision_as_a_signal() {
    attempt.decideSignal(engine.approval(attempt, "ana", "own"));
    attempt.decideSignal(engine.approval(attempt, "cho", "neighbour"));

    assertThat(engine.outcome(attempt).state()).isEqualTo(AttemptState.SUCCEEDED);
  }

  @Test
  void audits_a_signal_that_is_no_statement() {
    attempt.decideSignal(new SignedStatement("yes", "signed by ana"));
    attempt.decide(engine.approval(attempt, "ana", "own"));

    assertThat(engine.records.last("a1", "decision.refused")).contains("not a statement");
  }

  @Test
  void ends_rejected_with_the_reason() {
    attempt.decide(
        FakeApprovals.sign(engine.statement(attempt, "cho", "neighbour", Verdict.REJECT)));

    AttemptOutcome outcome = engine.outcome(attempt);
    assertThat(outcome.state()).isEqualTo(AttemptState.REJECTED);
    assertThat(outcome.cause()).isEqualTo("rejected by cho at gate neighbour: because");
  }

  @Test
  void ends_expired_when_a_gate_is_not_opened_in_time() {
    attempt.decide(engine.approval(attempt, "ana", "own"));

    AttemptOutcome outcome = engine.outcome(attempt);

    assertThat(outcome.state()).isEqualTo(AttemptState.EXPIRED);
    assertThat(engine.host.calls).containsExactly("plan");
  }

  @Test
  void waits_on_after_a_withdrawal() {
    attempt.decide(engine.approval(attempt, "ana", "own"));
    attempt.decide(FakeApprovals.sign(engine.statement(attempt, "ana", "own", Verdict.WITHDRAW)));
    attempt.decide(engine.approval(attempt, "cho", "neighbour"));

    assertThat(attempt.status().gates().get(0).approvedBy()).isEmpty();
  }

  @Test
  void does_not_count_an_approval_that_expired_while_others_were_waited_for() {
    Statement seen = approvalBy("ana");
    Statement brief =
        new Statement(
            "a1",
            "own",
            seen.planDigest(),
            Verdict.APPROVE,
            "ana",
            engine.now(),
            engine.now().plus(Duration.ofMinutes(10)),
            "");
    attempt.decide(FakeApprovals.sign(brief));
    engine.pass(Duration.ofMinutes(20));

    assertThat(attempt.decide(engine.approval(attempt, "cho", "neighbour")).message())
        .isEqualTo("approved; own 0 of 1, neighbour 1 of 1");
  }

  @Test
  void asks_anew_when_an_approver_lost_the_key_before_the_start() {
    attempt.decide(engine.approval(attempt, "ana", "own"));
    engine.approvals.remove("ana");
    attempt.decide(engine.approval(attempt, "cho", "neighbour"));

    engine.await(attempt, status -> engine.records.types("a1").contains("decision.voided"));
    engine.await(attempt, AttemptState.AWAITING_APPROVAL);
    attempt.decide(engine.approval(attempt, "ben", "own"));

    assertThat(engine.outcome(attempt).state()).isEqualTo(AttemptState.SUCCEEDED);
  }

  @Test
  void asks_anew_with_the_new_plan_when_the_host_has_drifted() {
    String first = attempt.status().planDigest();
    attempt.decide(engine.approval(attempt, "ana", "own"));
    engine.host.drift();
    attempt.decide(engine.approval(attempt, "cho", "neighbour"));

    engine.await(
        attempt,
        status ->
            status.state() == AttemptState.AWAITING_APPROVAL && !status.planDigest().equals(first));
    attempt.decide(engine.approval(attempt, "ana", "own"));
    attempt.decide(engine.approval(attempt, "cho", "neighbour"));

    assertThat(engine.outcome(attempt).state()).isEqualTo(AttemptState.SUCCEEDED);
    assertThat(engine.records.last("a1", "drift.found")).contains(first);
  }

  @Test
  void can_be_withdrawn_until_the_first_touch_even_while_a_probe_runs() {
    CountDownLatch latch = new CountDownLatch(1);
    engine.host.onExecute("look", order -> FakeHost.held(latch, order));
    attempt.decide(engine.approval(attempt, "ana", "own"));
    attempt.decide(engine.approval(attempt, "cho", "neighbour"));
    engine.await(attempt, status -> engine.host.calls.contains("execute look/1"));

    attempt.decide(FakeApprovals.sign(engine.statement(attempt, "ana", "own", Verdict.WITHDRAW)));
    latch.countDown();

    AttemptOutcome outcome = engine.outcome(attempt);
    assertThat(outcome.state()).isEqualTo(AttemptState.REFUSED);
    assertThat(outcome.cause()).contains("own 0 of 1");
    assertThat(engine.host.calls).doesNotContain("execute stop/1");
  }

  @Test
  void can_not_be_withdrawn_after_the_first_touch() {
    CountDownLatch latch = new CountDownLatch(1);
    engine.host.onExecute("stop", order -> FakeHost.held(latch, order));
    attempt.decide(engine.approval(attempt, "ana", "own"));
    attempt.decide(engine.approval(attempt, "cho", "neighbour"));
    engine.await(attempt, status -> engine.host.calls.contains("execute stop/1"));

    ControlAnswer answer = refused(engine.statement(attempt, "ana", "own", Verdict.WITHDRAW));
    latch.countDown();

    assertThat(answer.message()).contains("approval.too-late");
    assertThat(engine.outcome(attempt).state()).isEqualTo(AttemptState.SUCCEEDED);
  }
}
