package dev.switchback.host;

/**
 * The line dropped, or no answer came in time, after something was sent: what the host did is not
 * known. Only an observation can tell.
 */
public final class ContactLost extends HostException {
  private static final long serialVersionUID = 1L;

  public ContactLost(String host, String message, Throwable cause) {
    super(host, message, cause);
  }

  public ContactLost(String host, String message) {
    super(host, message);
  }
}
