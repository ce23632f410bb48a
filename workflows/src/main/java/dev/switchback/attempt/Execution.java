package dev.switchback.attempt;

import dev.switchback.catalogue.ActionKind;
import dev.switchback.change.Plan;
import dev.switchback.change.PlannedStep;
import dev.switchback.expression.EvaluationFailed;
import dev.switchback.expression.Expressions;
import dev.switchback.runbook.Runbook;
import dev.switchback.runbook.Runbook.Step;
import dev.switchback.window.Budget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the steps in order, until one fails or something stops the attempt. */
final class Execution {
  /** How long the first touch waits for the audit trail. */
  private static final Duration TRAIL_PATIENCE = Duration.ofMinutes(10);

  private final AttemptRequest request;
  private final Standing standing;
  private final Journal journal;
  private final Control control;
  private final Gates gates;
  private final WindowGate window;
  private final Admission admission;
  private final StepRun runs;
  private final Map<String, StepResult> results = new LinkedHashMap<>();
  private final Map<String, Instant> began = new LinkedHashMap<>();
  private final List<PlannedStep> begun = new ArrayList<>();
  private int current = -1;

  Execution(
      AttemptRequest request,
      Standing standing,
      Journal journal,
      Control control,
      Gates gates,
      WindowGate window,
      Admission admission,
      StepRun runs) {
    this.request = request;
    this.standing = standing;
    this.journal = journal;
    this.control = control;
    this.gates = gates;
    this.window = window;
    this.admission = admission;
    this.runs = runs;
  }

  /**
   * Runs all steps.
   *
   * @return what went wrong; empty if all steps succeeded
   */
  Optional<Ending> run(Runbook runbook, Plan plan) {
    Map<String, Step> steps = new LinkedHashMap<>();
    runbook.steps().forEach(step -> steps.put(step.id(), step));
    for (int i = 0; i < plan.steps().size(); i++) {
      PlannedStep planned = plan.steps().get(i);
      Step step = Optional.ofNullable(steps.get(planned.id())).orElseThrow();
      Optional<Ending> setback = advance(plan, i, step);
      if (setback.isPresent()) {
        current = -1;
        return setback;
      }
    }
    current = -1;
    return control.stop().map(Ending::aborted);
  }

  /** Whether the host was written to, or may have been. */
  boolean hasTouched() {
    return begun.stream()
        .map(step -> results.get(step.id()))
        .anyMatch(
            result ->
                result == null || result.touched() || result.outcome() == StepOutcome.UNKNOWN);
  }

  /** State steps begun that must be undone, in the order in which they were begun. */
  List<PlannedStep> toUndo() {
    return begun.stream()
        .filter(
            step -> {
              StepResult result = results.get(step.id());
              return result == null || result.touched() || result.outcome() != StepOutcome.REFUSED;
            })
        .toList();
  }

  List<PlannedStep> begun() {
    return List.copyOf(begun);
  }

  List<StepResult> results() {
    return List.copyOf(results.values());
  }

  Optional<StepResult> result(String step) {
    return Optional.ofNullable(results.get(step));
  }

  Optional<Instant> began(String step) {
    return Optional.ofNullable(began.get(step));
  }

  /** Index of the step being worked on, from 0; -1 if none. */
  int current() {
    return current;
  }

  private Optional<Ending> advance(Plan plan, int index, Step step) {
    PlannedStep planned = plan.steps().get(index);
    try {
      if (step.condition().isPresent()
          && !Expressions.test(step.condition().get(), Variables.of(plan, results.values()))) {
        String why = "if: " + step.condition().get();
        results.put(step.id(), StepRun.unbegun(step.id(), StepOutcome.SKIPPED, why));
        return Optional.empty();
      }
    } catch (EvaluationFailed e) {
      String why = "if has no value: " + e.getMessage();
      results.put(step.id(), StepRun.unbegun(step.id(), StepOutcome.FAILED, why));
      return setback(step.id());
    }
    Optional<Ending> held = hold(plan, index).or(() -> trail(planned)).or(() -> lastLook(planned));
    if (held.isPresent()) {
      return held;
    }
    current = index;
    standing.tell();
    execute(plan, planned, step);
    return setback(step.id());
  }

  private void execute(Plan plan, PlannedStep planned, Step step) {
    if (planned.kind() == ActionKind.STATE) {
      standing.touch();
      begun.add(planned);
    }
    began.put(step.id(), Now.now());
    StepOrder order =
        new StepOrder(
            request.attempt(),
            1,
            step.id(),
            planned.uses(),
            request.host(),
            planned.input(),
            admission.token(),
            step.deadline().orElse(planned.worstCase()));
    results.put(
        step.id(),
        runs.forward(planned, order, step.expect(), Variables.of(plan, results.values())));
  }

  /** Waits while paused; then says whether the next step may begin. */
  private Optional<Ending> hold(Plan plan, int index) {
    PlannedStep next = plan.steps().get(index);
    Budget budget = window.budget(plan.steps().subList(index, plan.steps().size()), begun);
    boolean paused = control.isPaused();
    if (paused) {
      Optional<Duration> slack = window.slack(budget).map(left -> left.plusMillis(1));
      if (slack.isPresent()) {
        control.await(slack.get(), () -> !control.isPaused());
      } else {
        control.await(() -> !control.isPaused());
      }
    }
    if (control.isStopped()) {
      return control.stop().map(Ending::aborted);
    }
    return paused || next.kind() == ActionKind.STATE ? window.check(budget) : Optional.empty();
  }

  private Optional<Ending> trail(PlannedStep next) {
    if (next.kind() != ActionKind.STATE) {
      return Optional.empty();
    }
    String gap = journal.settle(TRAIL_PATIENCE);
    return gap.isEmpty()
        ? Optional.empty()
        : Optional.of(Ending.refused(gap, "bring the audit trail's store back"));
  }

  private Optional<Ending> lastLook(PlannedStep next) {
    return next.kind() == ActionKind.STATE && !standing.isTouching()
        ? gates.lastLook()
        : Optional.empty();
  }

  private Optional<Ending> setback(String step) {
    StepResult result = result(step).orElseThrow();
    if (result.outcome().isSuccess()) {
      return Optional.empty();
    }
    if (control.isStopped()) {
      return control.stop().map(Ending::aborted);
    }
    AttemptState untouched =
        result.outcome() == StepOutcome.REFUSED ? AttemptState.REFUSED : AttemptState.ROLLED_BACK;
    return Optional.of(
        new Ending(untouched, "step " + step + ": " + result.cause(), result.remedies()));
  }
}
