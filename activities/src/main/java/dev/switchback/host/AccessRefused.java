package dev.switchback.host;

/** The host's key is not the known one, or it lets nobody in. Another try will not succeed. */
public final class AccessRefused extends HostException {
  private static final long serialVersionUID = 1L;

  public AccessRefused(String host, String message, Throwable cause) {
    super(host, message, cause);
  }

  public AccessRefused(String host, String message) {
    super(host, message);
  }
}
