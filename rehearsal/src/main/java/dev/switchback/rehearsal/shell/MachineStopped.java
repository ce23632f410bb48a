package dev.switchback.rehearsal.shell;

/**
 * The machine lost its power under a running program, which ends at once: nothing of it may run on.
 */
public final class MachineStopped extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Ends the program that runs on this thread. */
  public MachineStopped() {
    super("the machine stopped");
  }
}
