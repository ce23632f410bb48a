package dev.switchback.audit;

/** The trail can't be read or written; the message names the store and the reason. */
public final class TrailUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TrailUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
