package dev.switchback.host;

/** No connection could be made; nothing was sent. Another try may succeed. */
public final class Unreachable extends HostException {
  private static final long serialVersionUID = 1L;

  public Unreachable(String host, String message, Throwable cause) {
    super(host, message, cause);
  }

  public Unreachable(String host, String message) {
    super(host, message);
  }
}
