package dev.switchback.attempt;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The input of an attempt. The runbook's text travels in it, pinned by its digest: editing the file
 * never touches a running attempt.
 *
 * @param attempt the attempt's id, which is also the workflow id
 * @param mode what to do
 * @param runbookText the runbook's text
 * @param runbookSha256 {@code sha256:...} of that text's UTF-8 bytes
 * @param host the host's name in the inventory
 * @param parameters the parameters given; a JSON object
 * @param requester the person who asks, by the inventory's name
 * @param unwinds for {@link Mode#UNWIND}: the attempt whose steps to undo; else empty
 */
public record AttemptRequest(
    String attempt,
    Mode mode,
    String runbookText,
    String runbookSha256,
    String host,
    JsonNode parameters,
    String requester,
    String unwinds) {
  /** What an attempt is for. */
  public enum Mode {
    /** Plan, gates, steps. */
    RUN,
    /** Plan only; touches nothing and asks nobody. */
    PLAN,
    /** Undo what an attempt that vanished had begun. */
    UNWIND
  }
}
