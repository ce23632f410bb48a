package dev.switchback.attempt;

import dev.switchback.change.Plan;
import dev.switchback.change.PlannedStep;
import dev.switchback.runbook.Runbook;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The order of the phases: from the request to an ending. */
final class Course {
  private final AttemptRequest request;
  private final Standing standing;
  private final Planning planning;
  private final Gates gates;
  private final WindowGate window;
  private final Admission admission;
  private final Execution execution;
  private final Compensation compensation;
  private final Operator operator;
  private final RecordActivities records;

  Course(
      AttemptRequest request,
      Standing standing,
      Planning planning,
      Gates gates,
      WindowGate window,
      Admission admission,
      Execution execution,
      Compensation compensation,
      Operator operator,
      RecordActivities records) {
    this.request = request;
    this.standing = standing;
    this.planning = planning;
    this.gates = gates;
    this.window = window;
    this.admission = admission;
    this.execution = execution;
    this.compensation = compensation;
    this.operator = operator;
    this.records = records;
  }

  Ending run() {
    return switch (request.mode()) {
      case PLAN -> plan().orElseGet(() -> Ending.of(AttemptState.PLANNED));
      case RUN -> plan().or(this::admit).orElseGet(this::change);
      case UNWIND -> unwind();
    };
  }

  private Optional<Ending> plan() {
    return planning.read().or(planning::plan);
  }

  /** Gates, window and host, until all of them hold at once for the plan in force. */
  private Optional<Ending> admit() {
    Runbook runbook = planning.runbook();
    while (true) {
      Plan plan = planInForce();
      Optional<Ending> ending =
          gates
              .await(runbook, plan)
              .or(() -> window.await(runbook, plan, gates::isClosed))
              .or(() -> gates.isClosed() ? Optional.empty() : enter(runbook));
      if (ending.isPresent()) {
        return ending;
      }
      if (admission.token() > 0) {
        return Optional.empty();
      }
    }
  }

  /** With the host held, looks again whether everything is as it was approved. */
  private Optional<Ending> enter(Runbook runbook) {
    String approved = standing.planDigest();
    Optional<Ending> ending = admission.enter(gates::isClosed);
    if (ending.isPresent() || admission.token() == 0) {
      admission.leave();
      return ending;
    }
    ending = planning.plan();
    boolean holds =
        ending.isEmpty()
            && standing.planDigest().equals(approved)
            && gates.confirm()
            && fits(runbook);
    if (!holds) {
      admission.leave();
    }
    return ending;
  }

  private boolean fits(Runbook runbook) {
    return runbook.window().isEmpty()
        || window.check(window.budget(planInForce().steps(), List.of())).isEmpty();
  }

  private Ending change() {
    standing.move(AttemptState.RUNNING);
    Optional<Ending> setback = execution.run(planning.runbook(), planInForce());
    if (setback.isEmpty()) {
      return Ending.of(AttemptState.SUCCEEDED);
    }
    Ending why = setback.get();
    standing.blame(why.cause(), why.remedies());
    if (!execution.hasTouched() && why.state() != AttemptState.ROLLED_BACK) {
      return why;
    }
    return undo(
        execution.toUndo().stream().map(this::undoOrder).toList(), execution.results(), probes());
  }

  private Ending unwind() {
    standing.blame("attempt " + request.unwinds() + " vanished", List.of());
    standing.touch();
    Optional<Ending> obstacle = admission.enter(() -> false);
    while (obstacle.isPresent()) {
      standing.blame(obstacle.get().cause(), obstacle.get().remedies());
      standing.move(AttemptState.NEEDS_OPERATOR);
      if (operator.next().kind() == Operator.Kind.RESOLVE) {
        return Ending.of(AttemptState.RESOLVED);
      }
      obstacle = admission.enter(() -> false);
    }
    List<StepOrder> begun =
        records.begunSteps(request.unwinds()).stream().map(this::underThisLease).toList();
    return undo(begun, List.of(), List.of());
  }

  private Ending undo(List<StepOrder> orders, List<StepResult> results, List<StepOrder> probes) {
    standing.move(AttemptState.COMPENSATING);
    compensation.run(orders, results, probes);
    while (!compensation.isSettled()) {
      standing.blame(compensation.complaint(), List.of());
      standing.move(AttemptState.NEEDS_OPERATOR);
      Operator.Act act = operator.next();
      if (act.kind() == Operator.Kind.RESOLVE) {
        return Ending.of(AttemptState.RESOLVED);
      }
      standing.move(AttemptState.COMPENSATING);
      again(act);
    }
    return Ending.of(AttemptState.ROLLED_BACK);
  }

  private void again(Operator.Act act) {
    if (act.kind() == Operator.Kind.RETRY) {
      compensation.retry(act.request().step());
    } else {
      compensation.skip(act.request().step(), act.request().reason());
    }
  }

  private List<StepOrder> probes() {
    return execution.begun().isEmpty()
        ? List.of()
        : planInForce().afterRollback().stream()
            .map(probe -> order(probe, probe.worstCase()))
            .toList();
  }

  private StepOrder undoOrder(PlannedStep step) {
    return order(step, step.worstCaseUndo());
  }

  private StepOrder order(PlannedStep step, Duration deadline) {
    return new StepOrder(
        request.attempt(),
        1,
        step.id(),
        step.uses(),
        request.host(),
        step.input(),
        admission.token(),
        deadline);
  }

  private StepOrder underThisLease(StepOrder order) {
    return new StepOrder(
        order.attempt(),
        order.execution(),
        order.step(),
        order.uses(),
        order.host(),
        order.input(),
        admission.token(),
        order.deadline());
  }

  private Plan planInForce() {
    return standing.plan().orElseThrow();
  }
}
