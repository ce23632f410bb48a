package dev.switchback.attempt;

import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.failure.TimeoutFailure;

/** What people should read of a failure that Temporal wrapped. */
final class Failures {
  private Failures() {}

  /** The innermost message; of a time-out also the failure before it. */
  static String message(Throwable failure) {
    Throwable inner = failure;
    while (inner.getCause() != null) {
      inner = inner.getCause();
      if (inner instanceof ApplicationFailure) {
        break;
      }
    }
    if (inner instanceof TimeoutFailure timeout) {
      return "no answer in time (" + timeout.getTimeoutType() + ")";
    }
    String message =
        inner instanceof TemporalFailure temporal
            ? temporal.getOriginalMessage()
            : inner.getMessage();
    return message == null || message.isEmpty() ? inner.getClass().getSimpleName() : message;
  }
}
