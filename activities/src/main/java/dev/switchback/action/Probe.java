package dev.switchback.action;

import dev.switchback.host.Host;
import dev.switchback.host.Progress;

/**
 * An action that only measures and leaves nothing behind.
 *
 * @param <I> its input, a record
 * @param <R> its measurement, a record; its fields are those of the descriptor's {@code result}
 */
public non-sealed interface Probe<I, R> extends Action<I> {
  /**
   * Measures.
   *
   * @throws ActionFailed if it could not be measured. A bad measurement is a result, not a failure:
   *     the runbook's {@code expect} judges it
   * @throws Refused if it must not be measured now
   */
  R measure(Host host, I input, Progress progress) throws ActionFailed, Refused;
}
