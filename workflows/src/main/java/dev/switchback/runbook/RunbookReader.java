package dev.switchback.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.switchback.catalogue.ActionDescriptor;
import dev.switchback.runbook.Runbook.ApprovalGate;
import dev.switchback.runbook.Runbook.Parameter;
import dev.switchback.runbook.Runbook.ParameterType;
import dev.switchback.runbook.Runbook.Step;
import dev.switchback.runbook.Runbook.WindowGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads runbooks. Pure and deterministic: usable in workflow code. */
public final class RunbookReader {
  private static final Shape SHAPE =
      Shape.resource("switchback/runbooks/schema/runbook.schema.json");
  private static final Duration RESERVE = Duration.ofMinutes(15);
  private static final Duration GATE_EXPIRY = Duration.ofHours(24);

  private RunbookReader() {}

  /**
   * Reads and checks a runbook in full: YAML, schema, actions and their inputs, expressions with
   * their types.
   *
   * @param file name for messages
   * @param text the file's text
   * @param catalogue every action by name
   * @throws InvalidRunbook with every problem of the file
   */
  public static Runbook read(String file, String text, Map<String, ActionDescriptor> catalogue)
      throws InvalidRunbook {
    LocatedYaml yaml = LocatedYaml.read(file, text);
    List<Problem> problems = new ArrayList<>(SHAPE.problems(yaml));
    if (problems.isEmpty()) {
      problems.addAll(new RunbookCheck(yaml, build(yaml.tree()), catalogue).problems());
    }
    if (!problems.isEmpty()) {
      throw new InvalidRunbook(problems.stream().sorted().distinct().toList());
    }
    return build(yaml.tree());
  }

  /**
   * Reads a runbook that was checked before, without the catalogue: structure only. What workflow
   * code uses, so that a newer catalogue never changes how an old text is read.
   *
   * @throws InvalidRunbook if the structure is not a runbook's
   */
  public static Runbook reread(String text) throws InvalidRunbook {
    LocatedYaml yaml = LocatedYaml.read("runbook", text);
    List<Problem> problems = SHAPE.problems(yaml);
    if (!problems.isEmpty()) {
      throw new InvalidRunbook(problems);
    }
    return build(yaml.tree());
  }

  /**
   * Fills in defaults and checks values given against the declared parameters.
   *
   * @return a JSON object with every declared parameter, in declared order
   * @throws InvalidRunbook if one is missing, unknown, of another type, or not allowed
   */
  public static JsonNode parameters(Runbook runbook, JsonNode given) throws InvalidRunbook {
    return ParameterCheck.complete(runbook, given);
  }

  /**
   * Checks a step's input again once its expressions have values: what {@link #read} could not know
   * (an allowed word, a pattern, a range) is decided here.
   *
   * @param step the step, for messages
   * @param resolved its {@code with:}, resolved
   * @param schema the action's input schema
   * @throws InvalidRunbook if the action does not take that input
   */
  public static void checkResolved(Step step, JsonNode resolved, JsonNode schema)
      throws InvalidRunbook {
    List<Problem> problems = Shape.of(schema).resolvedProblems("step " + step.id(), resolved);
    if (!problems.isEmpty()) {
      throw new InvalidRunbook(problems);
    }
  }

  /** Loads the schema and reads once, so that a workflow's first read does not pay for it. */
  public static void warm() {
    try {
      reread(
          "{apiVersion: switchback/v1, kind: Runbook, metadata: {name: w, title: w},"
              + " steps: [{id: w, uses: w}]}");
    } catch (InvalidRunbook e) {
      throw new IllegalStateException("the shipped schema refuses a minimal runbook", e);
    }
  }

  private static Runbook build(JsonNode tree) {
    Map<String, Parameter> parameters = new LinkedHashMap<>();
    tree.path("parameters")
        .properties()
        .forEach(p -> parameters.put(p.getKey(), parameter(p.getValue())));
    List<ApprovalGate> approvals = new ArrayList<>();
    tree.path("gates").path("approvals").forEach(gate -> approvals.add(approval(gate)));
    return new Runbook(
        tree.path("metadata").path("name").asText(),
        tree.path("metadata").path("title").asText(),
        parameters,
        List.copyOf(approvals),
        window(tree.path("gates").path("window")),
        steps(tree.path("steps")),
        steps(tree.path("afterRollback")));
  }

  private static Parameter parameter(JsonNode node) {
    List<JsonNode> allowed = new ArrayList<>();
    node.path("allowed").forEach(allowed::add);
    return new Parameter(
        ParameterType.valueOf(node.path("type").asText().toUpperCase(Locale.ROOT)),
        Optional.ofNullable(node.get("default")),
        node.path("description").asText(),
        List.copyOf(allowed));
  }

  private static ApprovalGate approval(JsonNode node) {
    return new ApprovalGate(
        node.path("id").asText(),
        node.path("role").asText(""),
        node.path("tenant").asText(""),
        node.path("count").asInt(1),
        node.path("reason").asText(""),
        duration(node.path("expires")).orElse(GATE_EXPIRY),
        text(node.path("if")));
  }

  private static Optional<WindowGate> window(JsonNode node) {
    return node.isMissingNode()
        ? Optional.empty()
        : Optional.of(
            new WindowGate(
                node.path("calendar").asText(), duration(node.path("reserve")).orElse(RESERVE)));
  }

  private static List<Step> steps(JsonNode nodes) {
    List<Step> steps = new ArrayList<>();
    for (JsonNode node : nodes) {
      steps.add(
          new Step(
              node.path("id").asText(),
              node.path("uses").asText(),
              node.has("with") ? node.get("with") : JsonNodeFactory.instance.objectNode(),
              text(node.path("if")),
              text(node.path("expect")),
              duration(node.path("deadline"))));
    }
    return List.copyOf(steps);
  }

  private static Optional<String> text(JsonNode node) {
    return node.isTextual() ? Optional.of(node.textValue()) : Optional.empty();
  }

  private static Optional<Duration> duration(JsonNode node) {
    return text(node).flatMap(Durations::parse);
  }
}
