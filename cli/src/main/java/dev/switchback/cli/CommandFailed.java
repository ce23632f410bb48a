package dev.switchback.cli;

/** A command that can't do what it was asked to; the message is for the person at the terminal. */
final class CommandFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode code;

  CommandFailed(ExitCode code, String message) {
    super(message);
    this.code = code;
  }

  ExitCode code() {
    return code;
  }
}
