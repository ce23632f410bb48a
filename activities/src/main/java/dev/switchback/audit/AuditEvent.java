package dev.switchback.audit;

import com.fasterxml.jackson.databind.JsonNode;
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
    String digest) {}
