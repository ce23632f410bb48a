package dev.switchback.cli;

import dev.switchback.attempt.AttemptState;

/** Exit codes, as the reference lists them. */
public enum ExitCode {
  SUCCEEDED(0),
  FAILED(1),
  USAGE(2),
  INVALID(3),
  REFUSED(4),
  ROLLED_BACK(5),
  NEEDS_OPERATOR(6),
  UNREACHABLE(7);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The number that the process ends with. */
  public int code() {
    return code;
  }

  /** The code of an attempt that stands, or ended, like this. */
  public static ExitCode of(AttemptState state) {
    return switch (state) {
      case SUCCEEDED, PLANNED, RESOLVED -> SUCCEEDED;
      case REFUSED, REJECTED, EXPIRED, ABORTED -> REFUSED;
      case ROLLED_BACK -> ROLLED_BACK;
      case NEEDS_OPERATOR -> NEEDS_OPERATOR;
      case PLANNING, AWAITING_APPROVAL, AWAITING_WINDOW, AWAITING_HOST, RUNNING, COMPENSATING ->
          FAILED;
    };
  }
}
