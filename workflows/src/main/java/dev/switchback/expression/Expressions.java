package dev.switchback.expression;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Evaluates CEL over JSON values. Pure and deterministic. The first use compiles CEL's machinery
 * (0.4 s cold): call {@link #warm()} before polling for workflow tasks.
 */
@SuppressWarnings("DoNotCallSuggester") // contract only, until it is written
public final class Expressions {
  private Expressions() {}

  /** Loads and compiles everything once. */
  public static void warm() {
    throw new UnsupportedOperationException();
  }

  /**
   * Evaluates a condition ({@code if}, {@code expect}).
   *
   * @param expression CEL
   * @param variables a JSON object: {@code params}, {@code host}, {@code steps} ({@code
   *     steps.ID.result}, {@code steps.ID.outcome}; also {@code steps["ID"]}), and {@code result}
   *     for {@code expect}
   * @throws EvaluationFailed if it can't be evaluated or is no boolean; the message says what was
   *     missing
   */
  public static boolean test(String expression, JsonNode variables) throws EvaluationFailed {
    throw new UnsupportedOperationException();
  }

  /**
   * Resolves the expressions between dollar-brace and brace in every string of a tree. A string
   * that is one expression takes the expression's type (the one of {@code host.gpus} becomes a
   * list); otherwise the value's text is put in its place. Two dollars before a brace stand for a
   * literal dollar.
   *
   * @throws EvaluationFailed as {@link #test}, with the place in the tree
   */
  public static JsonNode resolve(JsonNode template, JsonNode variables) throws EvaluationFailed {
    throw new UnsupportedOperationException();
  }
}
