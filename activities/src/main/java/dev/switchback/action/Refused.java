package dev.switchback.action;

import dev.switchback.change.Refusal;

/** A precondition does not hold; nothing was touched. */
public final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  public Refused(Refusal refusal) {
    super(refusal.toString());
    this.refusal = refusal;
  }

  public Refusal refusal() {
    return refusal;
  }
}
