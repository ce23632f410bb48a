package dev.switchback.attempt;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One event for the audit trail.
 *
 * @param attempt the attempt's id
 * @param key unique within the attempt; a repeated activity writes the same key and so adds nothing
 * @param type from the event catalogue, for example {@code decision.accepted}, {@code step.began}
 * @param actor a person's name, or {@code engine}
 * @param data the event's own fields; a JSON object; never a secret
 */
public record AttemptEvent(String attempt, String key, String type, String actor, JsonNode data) {}
