package dev.switchback.attempt;

/** How a step, or the compensation of one, ended. */
public enum StepOutcome {
  /** Converged, and the wanted state was observed afterwards. */
  APPLIED,
  /** The wanted state was there already; nothing was written. */
  UNCHANGED,
  /** A probe measured. */
  MEASURED,
  /** Left out: its {@code if} was false, or an operator skipped it. */
  SKIPPED,
  /** A precondition does not hold; nothing was touched. */
  REFUSED,
  /** Did not succeed; the state is known. */
  FAILED,
  /** Contact was lost and could not be regained: what the host did is not known. */
  UNKNOWN,
  /**
   * A resource no longer answers. It is quarantined: nothing writes to it again, compensation
   * included.
   */
  STUCK,
  /** Only a reboot of the host helps. */
  DEGRADED;

  /** Whether the attempt may go on after it. */
  public boolean isSuccess() {
    return this == APPLIED || this == UNCHANGED || this == MEASURED || this == SKIPPED;
  }
}
