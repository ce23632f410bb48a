package dev.switchback.expression;

/** An expression has no value with the variables given. */
public final class EvaluationFailed extends Exception {
  private static final long serialVersionUID = 1L;

  public EvaluationFailed(String message) {
    super(message);
  }
}
