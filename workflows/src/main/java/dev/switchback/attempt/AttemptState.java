package dev.switchback.attempt;

/** Where an attempt stands. */
public enum AttemptState {
  PLANNING,
  AWAITING_APPROVAL,
  AWAITING_WINDOW,
  AWAITING_HOST,
  RUNNING,
  COMPENSATING,
  /** A durable wait, not an end: an operator retries, skips, or marks as resolved. */
  NEEDS_OPERATOR,
  /** End of {@link AttemptRequest.Mode#PLAN}. */
  PLANNED,
  SUCCEEDED,
  /** Undone; whether that is proven is in the outcome's restoration report. */
  ROLLED_BACK,
  /** An operator declared the host to be in order after {@link #NEEDS_OPERATOR}. */
  RESOLVED,
  /** Ended before the first touch: preflight, policy, fence. */
  REFUSED,
  REJECTED,
  EXPIRED,
  ABORTED;

  /** Whether the attempt is over. */
  public boolean isEnd() {
    return switch (this) {
      case PLANNED, SUCCEEDED, ROLLED_BACK, RESOLVED, REFUSED, REJECTED, EXPIRED, ABORTED -> true;
      case PLANNING,
          AWAITING_APPROVAL,
          AWAITING_WINDOW,
          AWAITING_HOST,
          RUNNING,
          COMPENSATING,
          NEEDS_OPERATOR ->
          false;
    };
  }
}
