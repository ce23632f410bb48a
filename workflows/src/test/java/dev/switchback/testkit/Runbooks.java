package dev.switchback.testkit;

import java.util.ArrayList;
import java.util.List;

/** Writes the text of small runbooks. */
public final class Runbooks {
  private final List<String> gates = new ArrayList<>();
  private final List<String> steps = new ArrayList<>();
  private final List<String> after = new ArrayList<>();
  private String window = "";

  public Runbooks step(String line) {
    steps.add(line);
    return this;
  }

  public Runbooks approval(String line) {
    gates.add(line);
    return this;
  }

  public Runbooks window(String line) {
    window = line;
    return this;
  }

  public Runbooks afterRollback(String line) {
    after.add(line);
    return this;
  }

  public String text() {
    StringBuilder text =
        new StringBuilder(
            """
            apiVersion: switchback/v1
            kind: Runbook
            metadata: {name: fake, title: A runbook for tests}
            """);
    if (!gates.isEmpty() || !window.isEmpty()) {
      text.append("gates:\n");
    }
    list(text, "  approvals:\n", "    - {", gates);
    if (!window.isEmpty()) {
      text.append("  window: {").append(window).append("}\n");
    }
    list(text, "steps:\n", "  - {", steps);
    list(text, "afterRollback:\n", "  - {", after);
    return text.toString();
  }

  private static void list(StringBuilder text, String head, String item, List<String> lines) {
    if (!lines.isEmpty()) {
      text.append(head);
      lines.forEach(line -> text.append(item).append(line).append("}\n"));
    }
  }
}
