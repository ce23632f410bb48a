package dev.switchback.signature;

/** A statement could not be signed; the message holds ssh-keygen's own words. */
public final class SigningFailed extends Exception {
  private static final long serialVersionUID = 1L;

  public SigningFailed(String message) {
    super(message);
  }
}
