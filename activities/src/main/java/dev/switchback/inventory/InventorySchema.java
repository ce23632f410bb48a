package dev.switchback.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.runbook.LocatedYaml;
import dev.switchback.runbook.Problem;
import dev.switchback.runbook.Shape;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** The shape of an inventory, {@code inventory.schema.json}, with a fix for each problem. */
final class InventorySchema {
  private static final Shape SHAPE =
      Shape.resource("dev/switchback/inventory/inventory.schema.json");

  private InventorySchema() {}

  static List<Problem> check(LocatedYaml yaml) {
    List<Problem> problems = new ArrayList<>(SHAPE.problems(yaml));
    if (problems.isEmpty()) {
      times(yaml, problems);
    }
    return problems.stream().distinct().toList();
  }

  /** The pattern lets through a thirteenth month; a parser does not. */
  private static void times(LocatedYaml yaml, List<Problem> problems) {
    for (var calendar : yaml.tree().path("calendars").properties()) {
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
}
