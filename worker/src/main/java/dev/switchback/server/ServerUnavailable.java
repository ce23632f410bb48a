package dev.switchback.server;

/** No Temporal server could be reached or started; the message says why and what to do. */
public final class ServerUnavailable extends Exception {
  private static final long serialVersionUID = 1L;

  public ServerUnavailable(String message) {
    super(message);
  }

  public ServerUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
