package dev.switchback.action;

import dev.switchback.change.Resource;
import dev.switchback.host.Host;
import dev.switchback.host.Progress;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * A state action: a fixed point, not a script. It observes, says what it wants, and converges from
 * whatever is there. Apply is {@code converge(desired)}, compensation is {@code
 * converge(recorded)}; each is followed by {@code observe} and a comparison with {@link
 * Object#equals}. An action never has an undo of its own, and knows no Temporal type.
 *
 * @param <I> its input, a record
 * @param <S> its state, a record with value equality that Jackson can write and read, and that
 *     holds nothing which varies by itself
 */
public non-sealed interface StateAction<I, S> extends Action<I> {
  Class<S> stateType();

  /**
   * Names what the action acts on, for example {@code unit sglang-qwen.service}. Two steps with
   * equal subjects, of the same action, share a state.
   */
  String subject(I input);

  /** The state as it is now. Read-only. */
  S observe(Host host, I input);

  /**
   * The state wanted. Pure: the difference to {@code observed} is the plan.
   *
   * @throws Refused if it must not be brought about from {@code observed}
   */
  S desired(I input, S observed) throws Refused;

  /** What the fence must allow, as observed now. Pure. */
  Set<Resource> touches(I input, S observed);

  /**
   * Brings the host from whatever is there to {@code target}, element by element; idempotent: an
   * element that is there already is not written.
   *
   * @throws ActionFailed if an element could not be brought there; the elements before it stay as
   *     they are
   */
  void converge(Host host, I input, S target, Progress progress) throws ActionFailed;

  /**
   * The difference for people, a line each, in the form {@code what: from -> to}; empty if equal.
   * Pure.
   */
  List<String> difference(S from, S to);

  /** Longest time that bringing it back may take; by default as long as the way there. */
  default Duration worstCaseUndo(I input) {
    return worstCase(input);
  }

  /**
   * The target of a compensation that must leave quarantined resources alone: what belongs to them
   * stays as observed, the rest becomes {@code target}. By default all or nothing. Pure.
   */
  default S sparing(I input, S target, S observed, Set<Resource> quarantined) {
    return Collections.disjoint(touches(input, observed), quarantined) ? target : observed;
  }
}
