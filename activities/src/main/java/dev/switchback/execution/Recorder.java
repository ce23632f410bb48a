package dev.switchback.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.attempt.AttemptEvent;
import dev.switchback.attempt.StepOrder;
import dev.switchback.attempt.StepResult;
import dev.switchback.audit.AuditEvent;
import dev.switchback.audit.AuditTrail;
import dev.switchback.audit.StepBegan;
import dev.switchback.evidence.EvidenceStore;
import dev.switchback.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes steps into the trail, and reads back what was recorded before them. */
final class Recorder {
  /** Largest result, in characters of JSON, that goes into a workflow's history. */
  static final int LARGEST_RESULT = 4096;

  private static final String ENGINE = "engine";

  private final AuditTrail trail;
  private final EvidenceStore evidence;

  Recorder(AuditTrail trail, EvidenceStore evidence) {
    this.trail = trail;
    this.evidence = evidence;
  }

  /**
   * Records the state before a step, unless this execution of it was begun before: then what was
   * recorded then stays.
   *
   * @return the recorded state that is in force
   */
  JsonNode begin(StepOrder order, String subject, JsonNode observed) {
    StepBegan began = new StepBegan(order, subject, observed);
    String key = StepBegan.key(order.step(), order.execution());
    AuditEvent event =
        trail.append(
            new AttemptEvent(order.attempt(), key, StepBegan.TYPE, ENGINE, Json.tree(began)));
    return Json.read(event.data(), StepBegan.class).recorded();
  }

  /** What was recorded before this execution of a step, if it was begun before. */
  Optional<JsonNode> begun(StepOrder order) {
    return trail
        .find(order.attempt(), StepBegan.key(order.step(), order.execution()))
        .map(event -> Json.read(event.data(), StepBegan.class).recorded());
  }

  /** What was recorded before the first execution of a step. */
  Optional<JsonNode> recorded(StepOrder order) {
    return trail
        .find(order.attempt(), StepBegan.key(order.step(), 1))
        .map(event -> Json.read(event.data(), StepBegan.class).recorded());
  }

  /** The first record of each subject that an attempt began to touch, in order. */
  List<StepBegan> firstRecords(String attempt) {
    Map<String, StepBegan> first = new LinkedHashMap<>();
    for (StepBegan began : records(attempt)) {
      first.putIfAbsent(began.order().uses() + " " + began.subject(), began);
    }
    return List.copyOf(first.values());
  }

  /** Every record of an attempt, in order. */
  List<StepBegan> records(String attempt) {
    List<StepBegan> records = new ArrayList<>();
    for (AuditEvent event : trail.events(attempt)) {
      if (event.type().equals(StepBegan.TYPE)) {
        records.add(Json.read(event.data(), StepBegan.class));
      }
    }
    return records;
  }

  /**
   * Records how a step, or an undo, ended.
   *
   * @param kind {@code step} or {@code undo}
   */
  void end(String kind, StepOrder order, StepResult result) {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.put("uses", order.uses());
    data.set("outcome", Json.tree(result));
    trail.append(
        new AttemptEvent(
            order.attempt(),
            kind + "/" + order.step() + "/" + order.execution() + "/ended",
            kind + ".ended",
            ENGINE,
            data));
  }

  /**
   * A result in the size that histories take: a larger one keeps its plain fields and names its
   * evidence.
   */
  Sized fit(JsonNode result) {
    String text = Json.canonical(result);
    if (text.length() <= LARGEST_RESULT) {
      return new Sized(result, List.of());
    }
    String digest = evidence.put(text.getBytes(StandardCharsets.UTF_8));
    ObjectNode summary = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> field : result.properties()) {
      boolean plain = field.getValue().isValueNode() && field.getValue().asText().length() < 200;
      if (plain) {
        summary.set(field.getKey(), field.getValue());
      }
    }
    return new Sized(summary.put("evidence", digest), List.of(digest));
  }

  /**
   * A result that fits.
   *
   * @param result the result, or its summary
   * @param evidence digests of what was stored instead
   */
  record Sized(JsonNode result, List<String> evidence) {}
}
