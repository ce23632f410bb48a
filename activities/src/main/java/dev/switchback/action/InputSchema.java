package dev.switchback.action;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** JSON Schemas of actions' inputs: {@code <action>.schema.json} beside the action's class. */
public final class InputSchema {
  private InputSchema() {}

  /** The schema of {@code action}'s input, from the resources of {@code owner}'s package. */
  public static JsonNode of(Class<?> owner, String action) {
    String name = action + ".schema.json";
    try (InputStream in = owner.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing beside " + owner.getName());
      }
      return Json.mapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " can't be read", e);
    }
  }
}
