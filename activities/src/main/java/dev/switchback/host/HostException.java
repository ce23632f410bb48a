package dev.switchback.host;

/** A host could not be worked with. The message names host, reason, and what to do. */
public abstract class HostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String host;

  protected HostException(String host, String message, Throwable cause) {
    super(message, cause);
    this.host = host;
  }

  protected HostException(String host, String message) {
    super(message);
    this.host = host;
  }

  /** The host's name in the inventory. */
  public String host() {
    return host;
  }
}
