package dev.switchback.attempt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.change.Resource;
import java.util.List;

/**
 * What a step, or the compensation of one, came to.
 *
 * @param step the step's id
 * @param outcome how it ended
 * @param result what expressions see as {@code result}: a probe's measurement or the state observed
 *     at the end; at most 4 KiB, the rest is evidence
 * @param cause the first thing that went wrong, with the log line or message that shows it; empty
 *     on success
 * @param remedies what an operator can do about it, the least risky first
 * @param touched whether the host was written to
 * @param quarantined resources that nothing may write to any more
 * @param evidence digests ({@code sha256:...}) of blobs in the evidence store
 * @param millis how long it took, in milliseconds
 */
public record StepResult(
    String step,
    StepOutcome outcome,
    JsonNode result,
    String cause,
    List<String> remedies,
    boolean touched,
    List<Resource> quarantined,
    List<String> evidence,
    long millis) {
  public StepResult {
    remedies = List.copyOf(remedies);
    quarantined = List.copyOf(quarantined);
    evidence = List.copyOf(evidence);
  }
}
