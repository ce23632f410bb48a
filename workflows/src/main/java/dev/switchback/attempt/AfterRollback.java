package dev.switchback.attempt;

import dev.switchback.runbook.Runbook.Step;
import java.util.Optional;

/**
 * Runs the probes that the runbook wants after a rollback, each held against its {@code expect}.
 */
final class AfterRollback {
  private final Planning planning;
  private final Standing standing;
  private final Execution execution;
  private final StepRun runs;

  AfterRollback(Planning planning, Standing standing, Execution execution, StepRun runs) {
    this.planning = planning;
    this.standing = standing;
    this.execution = execution;
    this.runs = runs;
  }

  StepResult run(StepOrder order) {
    Optional<String> expect =
        planning.runbook().afterRollback().stream()
            .filter(step -> step.id().equals(order.step()))
            .findFirst()
            .flatMap(Step::expect);
    return runs.afterwards(
        order, expect, Variables.of(standing.plan().orElseThrow(), execution.results()));
  }
}
