package dev.switchback.expression;

import dev.switchback.catalogue.ResultType;
import java.util.Map;
import java.util.Optional;

/**
 * What an expression may name at its place in a runbook. Maps keep the file's order.
 *
 * @param params declared parameters with their types
 * @param steps results of the steps before it, by step id; empty where results may not be used
 * @param later ids of steps that come at or after its place, for a better message
 * @param result fields of {@code result}; absent where there is none
 * @param resultsAllowed whether results may be used at all at this place
 */
public record Scope(
    Map<String, ResultType> params,
    Map<String, Map<String, ResultType>> steps,
    java.util.List<String> later,
    Optional<Map<String, ResultType>> result,
    boolean resultsAllowed) {
  public Scope {
    later = java.util.List.copyOf(later);
  }
}
