package dev.switchback.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.attempt.StepOrder;

/**
 * The data of a {@code step.began} event: written before a mutating step touches the host, so that
 * an undo, a retry after a crash and a comparison know what was there before.
 *
 * @param order the step as ordered
 * @param subject what the action acts on
 * @param recorded the state observed before the first touch of this execution
 */
public record StepBegan(StepOrder order, String subject, JsonNode recorded) {
  /** The event's type. */
  public static final String TYPE = "step.began";

  /** The event's key: one for each execution of a step. */
  public static String key(String step, int execution) {
    return "step/" + step + "/" + execution + "/began";
  }
}
