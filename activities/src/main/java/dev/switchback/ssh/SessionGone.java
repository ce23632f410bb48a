package dev.switchback.ssh;

/** The connection was found dead before anything was sent over it. */
final class SessionGone extends Exception {
  private static final long serialVersionUID = 1L;

  SessionGone(Throwable cause) {
    super(cause);
  }
}
