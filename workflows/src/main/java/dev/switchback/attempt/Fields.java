package dev.switchback.attempt;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.json.Json;

/** Builds the data of an event, field by field, in order. */
final class Fields {
  private final ObjectNode fields = JsonNodeFactory.instance.objectNode();

  static Fields of(String name, Object value) {
    return new Fields().and(name, value);
  }

  static ObjectNode none() {
    return JsonNodeFactory.instance.objectNode();
  }

  Fields and(String name, Object value) {
    fields.set(name, Json.tree(value));
    return this;
  }

  ObjectNode json() {
    return fields;
  }
}
