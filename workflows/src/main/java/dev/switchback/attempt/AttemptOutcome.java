package dev.switchback.attempt;

import java.util.List;
import java.util.Optional;

/**
 * How an attempt ended.
 *
 * @param attempt the attempt's id
 * @param state an end state
 * @param cause the first failure or refusal; empty on success
 * @param remedies what to do about it, the least risky first
 * @param steps every step that was begun or left out, in order
 * @param compensated the compensations, in the order in which they ran
 * @param restoration the proof of the undo, if there was one
 * @param planDigest {@code sha256:...}; empty if there was no plan
 * @param auditHead digest of the attempt's last event
 */
public record AttemptOutcome(
    String attempt,
    AttemptState state,
    String cause,
    List<String> remedies,
    List<StepResult> steps,
    List<StepResult> compensated,
    Optional<RestorationReport> restoration,
    String planDigest,
    String auditHead) {
  public AttemptOutcome {
    remedies = List.copyOf(remedies);
    steps = List.copyOf(steps);
    compensated = List.copyOf(compensated);
  }
}
