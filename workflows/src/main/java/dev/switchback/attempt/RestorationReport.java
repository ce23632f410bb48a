package dev.switchback.attempt;

import java.util.List;

/**
 * The proof of an undo: the recorded state of everything that was touched, compared with the host
 * as it is now.
 *
 * @param restored steps whose subject is as it was recorded
 * @param different what differs, a line each with step, recorded and observed value
 * @param unverified what could not be looked at, a line each with the reason
 */
public record RestorationReport(
    List<String> restored, List<String> different, List<String> unverified) {
  public RestorationReport {
    restored = List.copyOf(restored);
    different = List.copyOf(different);
    unverified = List.copyOf(unverified);
  }

  /** Whether everything was looked at and is as it was. */
  @com.fasterxml.jackson.annotation.JsonIgnore
  public boolean isProven() {
    return different.isEmpty() && unverified.isEmpty();
  }
}
