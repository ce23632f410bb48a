package dev.switchback.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.json.Json;
import java.time.Instant;

/**
 * One event of the trail. The digest covers the canonical JSON (RFC 8785) of all other fields, the
 * digest of the event before among them.
 *
 * @param sequence position in the trail, from 1, without gaps
 * @param time when it was appended, by the worker's clock, in milliseconds precision
 * @param actor a person's name, or {@code engine}
 * @param attempt the attempt's id
 * @param key unique within the attempt; what makes a repeated append add nothing
 * @param type from the event catalogue
 * @param data the event's own fields; a JSON object
 * @param previous digest of the event before; {@code sha256:} and 64 zeros for the first
 * @param digest {@code sha256:...} of this event
 */
public record AuditEvent(
    long sequence,
    Instant time,
    String actor,
    String attempt,
    String key,
    String type,
    JsonNode data,
    String previous,
    String digest) {

  /**
   * What {@link #digest} must be: {@code sha256:...} over the canonical JSON of every other field.
   */
  public String computedDigest() {
    ObjectNode fields = Json.mapper().createObjectNode();
    fields.put("sequence", sequence);
    fields.put("time", time.toString());
    fields.put("actor", actor);
    fields.put("attempt", attempt);
    fields.put("key", key);
    fields.put("type", type);
    fields.set("data", data);
    fields.put("previous", previous);
    return Json.digest(fields);
  }

  /** The same event with its digest computed. */
  public AuditEvent withDigest() {
    return new AuditEvent(
        sequence, time, actor, attempt, key, type, data, previous, computedDigest());
  }
}
