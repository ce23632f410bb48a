package dev.switchback.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchback.attempt.AttemptRequest.Mode;
import dev.switchback.change.Refusal;
import dev.switchback.change.Resource;
import dev.switchback.testkit.Engine;
import dev.switchback.testkit.FakeHost;
import dev.switchback.testkit.Runbooks;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How attempts end, by how their steps end. */
final class AttemptOutcomesTest {
  private final Engine engine = new Engine();

  @AfterEach
  void close() {
    engine.close();
  }

  private static Runbooks stopAndDomain() {
    return new Runbooks()
        .step("id: look, uses: fake.probe")
        .step("id: stop, uses: fake.state")
        .step("id: domain, uses: fake.state");
  }

  private void planStopAndDomain() {
    engine.host.probe("look").state("stop").state("domain");
  }

  @Test
  void succeeds_with_every_step_executed_once_and_in_order() {
    planStopAndDomain();

    AttemptOutcome outcome = engine.run(stopAndDomain().text());

    assertThat(outcome.state()).isEqualTo(AttemptState.SUCCEEDED);
    assertThat(engine.host.calls)
        .containsExactly(
            "plan",
            "lock",
            "plan",
            "execute look/1",
            "execute stop/1",
            "execute domain/1",
            "unlock");
  }

  @Test
  void writes_the_whole_story_to_the_trail_and_pins_its_head() {
    planStopAndDomain();

    AttemptOutcome outcome = engine.run(stopAndDomain().text());

    assertThat(engine.records.types("a1"))
        .containsExactly(
            "attempt.requested",
            "plan.made",
            "state.changed",
            "lease.granted",
            "state.changed",
            "lease.released",
            "state.changed",
            "attempt.ended");
    assertThat(outcome.auditHead()).isEqualTo(engine.records.head("a1"));
  }

  @Test
  void undoes_in_reverse_when_a_step_fails_and_proves_it() {
    planStopAndDomain();
    engine.host.onExecute(
        "domain", order -> FakeHost.result(order, StepOutcome.FAILED, "kgspBootstrap failed"));

    AttemptOutcome outcome = engine.run(stopAndDomain().text());

    assertThat(outcome.state()).isEqualTo(AttemptState.ROLLED_BACK);
    assertThat(outcome.cause()).isEqualTo("step domain: kgspBootstrap failed");
    assertThat(outcome.restoration().orElseThrow().isProven()).isTrue();
    assertThat(engine.host.calls)
        .containsSubsequence("execute domain/1", "undo domain/1", "undo stop/1", "compare");
  }

  @Test
  void undoes_when_a_result_is_not_as_expected() {
    engine.host.state("stop").probe("p2p");

    AttemptOutcome outcome =
        engine.run(
            new Runbooks()
                .step("id: stop, uses: fake.state")
                .step("id: p2p, uses: fake.probe, expect: 'result.value == 8'")
                .text());

    assertThat(outcome.state()).isEqualTo(AttemptState.ROLLED_BACK);
    assertThat(outcome.cause()).contains("expected result.value == 8, got {\"value\":7}");
  }

  @Test
  void leaves_out_a_step_whose_condition_is_false() {
    engine.host.state("stop").state("domain");

    AttemptOutcome outcome =
        engine.run(
            new Runbooks()
                .step("id: stop, uses: fake.state, if: 'false'")
                .step("id: domain, uses: fake.state")
                .text());

    assertThat(outcome.steps())
        .extracting(StepResult::outcome)
        .containsExactly(StepOutcome.SKIPPED, StepOutcome.APPLIED);
  }

  @Test
  void ends_refused_when_a_step_is_refused_before_the_first_touch() {
    planStopAndDomain();
    engine.host.onExecute(
        "stop", order -> FakeHost.result(order, StepOutcome.REFUSED, "the unit is masked"));

    AttemptOutcome outcome = engine.run(stopAndDomain().text());

    assertThat(outcome.state()).isEqualTo(AttemptState.REFUSED);
    assertThat(engine.host.calls).noneMatch(call -> call.startsWith("undo"));
  }

  @Test
  void undoes_the_others_when_a_step_is_refused_after_a_touch() {
    planStopAndDomain();
    engine.host.onExecute(
        "domain", order -> FakeHost.result(order, StepOutcome.REFUSED, "group is shared"));

    AttemptOutcome outcome = engine.run(stopAndDomain().text());

    assertThat(outcome.state()).isEqualTo(AttemptState.ROLLED_BACK);
    assertThat(engine.host.calls).contains("undo stop/1").doesNotContain("undo domain/1");
  }

  @Test
  void refuses_a_plan_with_a_refused_step_before_it_asks_anybody() {
    engine.host.refusedState(
        "domain", new Refusal("iommu.snp-identity", "SNP is active", List.of("turn SNP off")));

    AttemptOutcome outcome =
        engine.run(
            new Runbooks()
                .approval("id: own, role: operator, count: 1")
                .step("id: domain, uses: fake.state")
                .text());

    assertThat(outcome.state()).isEqualTo(AttemptState.REFUSED);
    assertThat(outcome.cause()).isEqualTo("SNP is active [iommu.snp-identity]");
    assertThat(outcome.remedies()).containsExactly("turn SNP off");
    assertThat(engine.records.types("a1")).doesNotContain("gate.opened");
  }

  @Test
  void counts_a_step_whose_activity_fails_for_good_as_unknown_and_undoes_it() {
    planStopAndDomain();
    engine.host.onExecute(
        "domain",
        order -> {
          throw ApplicationFailure.newFailure(
              "the host key changed", HostActivities.ACCESS_REFUSED);
        });

    AttemptOutcome outcome = engine.run(stopAndDomain().text());

    assertThat(outcome.state()).isEqualTo(AttemptState.ROLLED_BACK);
    assertThat(outcome.steps().get(2).outcome()).isEqualTo(StepOutcome.UNKNOWN);
    assertThat(outcome.cause()).isEqualTo("step domain: the host key changed");
    assertThat(engine.host.calls).contains("undo domain/1");
  }

  @Test
  void tries_a_step_again_when_the_host_does_not_answer() {
    planStopAndDomain();
    engine.host.onExecute(
        "domain",
        order -> {
          throw ApplicationFailure.newFailure("no route", HostActivities.UNREACHABLE);
        });

    AttemptOutcome outcome = engine.run(stopAndDomain().text());

    assertThat(outcome.state()).isEqualTo(AttemptState.SUCCEEDED);
  }

  @Test
  void undo_goes_on_past_a_step_that_can_not_be_undone() {
    planStopAndDomain();
    engine
        .host
        .onExecute("domain", order -> FakeHost.result(order, StepOutcome.FAILED, "first"))
        .onUndo("domain", order -> FakeHost.result(order, StepOutcome.FAILED, "second"));

    AttemptWorkflow attempt = engine.start(stopAndDomain().text());
    AttemptStatus status = engine.await(attempt, AttemptState.NEEDS_OPERATOR);

    assertThat(engine.host.calls).containsSubsequence("undo domain/1", "undo stop/1", "compare");
    assertThat(status.cause()).isEqualTo("step domain: first");
    assertThat(status.waitingFor()).contains("undo of domain: second");
  }

  @Test
  void hands_the_quarantined_to_the_undo_of_the_others_and_needs_an_operator() {
    planStopAndDomain();
    Resource gpu = new Resource(Resource.Kind.PCI_FUNCTION, "0000:41:00.0");
    engine.host.onExecute(
        "domain",
        order -> FakeHost.result(order, StepOutcome.STUCK, "no reset", true, List.of(gpu)));

    AttemptWorkflow attempt = engine.start(stopAndDomain().text());
    engine.await(attempt, AttemptState.NEEDS_OPERATOR);

    assertThat(engine.host.quarantined).containsEntry("stop", List.of(gpu));
  }

  @Test
  void needs_an_operator_while_the_comparison_is_not_proven() {
    planStopAndDomain();
    engine
        .host
        .onExecute("domain", order -> FakeHost.result(order, StepOutcome.FAILED, "first"))
        .onCompare(
            new RestorationReport(List.of("stop"), List.of("domain: DMA-FQ, identity"), List.of()));

    AttemptWorkflow attempt = engine.start(stopAndDomain().text());
    AttemptStatus status = engine.await(attempt, AttemptState.NEEDS_OPERATOR);

    assertThat(status.restoration().orElseThrow().isProven()).isFalse();
  }

  @Test
  void runs_the_probes_for_after_a_rollback() {
    engine.host.state("stop").state("domain").afterRollback("ready");
    engine.host.onExecute("domain", order -> FakeHost.result(order, StepOutcome.FAILED, "first"));

    AttemptOutcome outcome =
        engine.run(
            new Runbooks()
                .step("id: stop, uses: fake.state")
                .step("id: domain, uses: fake.state")
                .afterRollback("id: ready, uses: fake.probe, expect: 'result.value == 7'")
                .text());

    assertThat(outcome.state()).isEqualTo(AttemptState.ROLLED_BACK);
    assertThat(engine.host.calls).containsSubsequence("compare", "execute ready/1", "unlock");
  }

  @Test
  void only_plans_when_asked_for_a_plan() {
    planStopAndDomain();

    AttemptOutcome outcome = engine.outcome(engine.start("p1", Mode.PLAN, stopAndDomain().text()));

    assertThat(outcome.state()).isEqualTo(AttemptState.PLANNED);
    assertThat(outcome.planDigest()).startsWith("sha256:");
    assertThat(engine.host.calls).containsExactly("plan");
  }
}
