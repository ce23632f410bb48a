package dev.switchback.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import dev.switchback.json.Json;
import dev.switchback.runbook.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The shape of an inventory, {@code inventory.schema.json}, with a fix for each problem. */
final class InventorySchema {
  private static final JsonNode TEXT = load();
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(TEXT);

  private InventorySchema() {}

  static List<Problem> check(LocatedYaml yaml) {
    List<Problem> problems = new ArrayList<>();
    SCHEMA.validate(yaml.root()).forEach(e -> problems.add(problem(yaml, e)));
    if (problems.isEmpty()) {
      times(yaml, problems);
    }
    return problems.stream().distinct().toList();
  }

  private static Problem problem(LocatedYaml yaml, Error error) {
    String at = pointer(error.getInstanceLocation());
    JsonNode schema = TEXT.at(parent(pointer(error.getSchemaLocation().getFragment())));
    String property = error.getProperty() == null ? "" : error.getProperty();
    return switch (String.valueOf(error.getKeyword())) {
      case "additionalProperties" ->
          yaml.problem(
              LocatedYaml.child(at, property),
              "unknown key '" + property + "'",
              "known keys here: " + names(schema));
      case "required" ->
          yaml.problem(at, "'" + property + "' is missing", "add '" + property + ":'");
      default ->
          yaml.problem(at, error.getMessage(), schema.path("description").asText("correct it"));
    };
  }

  /** The pattern lets through a thirteenth month; a parser does not. */
  private static void times(LocatedYaml yaml, List<Problem> problems) {
    for (var calendar : yaml.root().path("calendars").properties()) {
      JsonNode open = calendar.getValue().path("open");
      String base = LocatedYaml.child("/calendars", calendar.getKey()) + "/open/";
      for (int i = 0; i < open.size(); i++) {
        interval(yaml, base + i, open.get(i), problems);
      }
    }
  }

  private static void interval(
      LocatedYaml yaml, String at, JsonNode interval, List<Problem> problems) {
    try {
      OffsetDateTime start = OffsetDateTime.parse(interval.path("start").asText());
      OffsetDateTime end = OffsetDateTime.parse(interval.path("end").asText());
      if (!start.isBefore(end)) {
        problems.add(yaml.problem(at, "ends before it starts", "swap start and end"));
      }
    } catch (DateTimeException e) {
      problems.add(yaml.problem(at, "no such time: " + e.getMessage(), "correct the time"));
    }
  }

  private static String names(JsonNode schema) {
    TreeSet<String> names = new TreeSet<>();
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    return String.join(", ", names);
  }

  private static String pointer(NodePath path) {
    StringBuilder pointer = new StringBuilder();
    for (int i = 0; i < path.getNameCount(); i++) {
      pointer.append(LocatedYaml.child("", String.valueOf(path.getElement(i))));
    }
    return pointer.toString();
  }

  private static String parent(String pointer) {
    int slash = pointer.lastIndexOf('/');
    return slash < 0 ? "" : pointer.substring(0, slash);
  }

  private static JsonNode load() {
    try (InputStream in = InventorySchema.class.getResourceAsStream("inventory.schema.json")) {
      if (in == null) {
        throw new IllegalStateException("inventory.schema.json is not on the class path");
      }
      return Json.mapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
