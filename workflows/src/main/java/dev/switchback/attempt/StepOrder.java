package dev.switchback.attempt;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;

/**
 * What the engine asks the effects to do with one step.
 *
 * @param attempt the attempt's id
 * @param execution which execution of the step this is: 1, and one more for each operator's retry
 * @param step the step's id
 * @param uses the action
 * @param host the host's name in the inventory
 * @param input the action's input, resolved, as in the plan
 * @param token fencing token of the host's lease; a higher one has been handed out later
 * @param deadline longest time that the step may take
 */
public record StepOrder(
    String attempt,
    int execution,
    String step,
    String uses,
    String host,
    JsonNode input,
    long token,
    Duration deadline) {}
