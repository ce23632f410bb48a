package dev.switchback.attempt;

import dev.switchback.change.Refusal;
import java.util.List;

/**
 * Where an attempt comes to, and why.
 *
 * @param state the end state; of a setback after the first touch: the one that it would be without
 *     the touch
 * @param cause the failure or refusal; empty on success
 * @param remedies what to do about it, the least risky first
 */
record Ending(AttemptState state, String cause, List<String> remedies) {
  static Ending refused(Refusal refusal) {
    return new Ending(AttemptState.REFUSED, refusal.toString(), refusal.remedies());
  }

  static Ending refused(String cause, String... remedies) {
    return new Ending(AttemptState.REFUSED, cause, List.of(remedies));
  }

  static Ending aborted(Control.Stop stop) {
    return new Ending(AttemptState.ABORTED, stop.toString(), List.of());
  }

  static Ending of(AttemptState state) {
    return new Ending(state, "", List.of());
  }
}
