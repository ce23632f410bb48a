package dev.switchback.change;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.catalogue.ActionKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What one step would do, as seen when the plan was made.
 *
 * @param id the step's id in the runbook
 * @param uses the action
 * @param kind state action or probe
 * @param input the action's input with every expression resolved
 * @param subject names what the action acts on; two steps with the same subject act on the same
 *     thing, and a later one is planned on what the earlier one leaves; empty for a probe
 * @param observed the state seen now, or left by the earlier step; JSON null for a probe
 * @param desired the state wanted; JSON null for a probe
 * @param difference the difference for people, a line each; empty when nothing would change
 * @param touches what the fence must allow, sorted
 * @param worstCase longest time that it may take
 * @param worstCaseUndo longest time that its compensation may take; zero for a probe
 * @param undo how it is undone, one line for people; empty for a probe
 * @param refusal present if the step can't be done on this host as it is
 */
public record PlannedStep(
    String id,
    String uses,
    ActionKind kind,
    JsonNode input,
    String subject,
    JsonNode observed,
    JsonNode desired,
    List<String> difference,
    List<Resource> touches,
    Duration worstCase,
    Duration worstCaseUndo,
    String undo,
    Optional<Refusal> refusal) {
  public PlannedStep {
    difference = List.copyOf(difference);
    touches = List.copyOf(touches);
  }
}
