package dev.switchback.rehearsal.shell;

/** How control leaves a command other than by its end. */
final class Leave extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is left. */
  enum What {
    SHELL,
    FUNCTION,
    LOOP,
    ROUND
  }

  private final What what;
  private final int number;

  /** The number is an exit status, or for loops how many to leave. */
  Leave(What what, int number) {
    super(null, null, false, false);
    this.what = what;
    this.number = number;
  }

  What what() {
    return what;
  }

  int number() {
    return number;
  }
}
