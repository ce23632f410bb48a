package dev.switchback.sglang;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.switchback.json.Json;

/** JSON that a service sent: it may be anything. */
final class Answers {
  private Answers() {}

  /** The tree; missing if it is no JSON. */
  static JsonNode json(String text) {
    try {
      return Json.mapper().readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
