package dev.switchback.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.catalogue.ActionDescriptor;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.catalogue.ResultType;
import dev.switchback.expression.ExpressionCheck;
import dev.switchback.expression.Scope;
import dev.switchback.runbook.Runbook.ApprovalGate;
import dev.switchback.runbook.Runbook.Step;
import dev.switchback.text.Suggestion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a schema can't say about a runbook: names, references, inputs, expressions and their types.
 */
final class RunbookCheck {
  private final LocatedYaml yaml;
  private final Runbook runbook;
  private final Map<String, ActionDescriptor> catalogue;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<String, ResultType> params = new LinkedHashMap<>();

  RunbookCheck(LocatedYaml yaml, Runbook runbook, Map<String, ActionDescriptor> catalogue) {
    this.yaml = yaml;
    this.runbook = runbook;
    this.catalogue = catalogue;
    runbook
        .parameters()
        .forEach((name, p) -> params.put(name, ResultType.valueOf(p.type().name())));
  }

  List<Problem> problems() {
    checkDurations("", yaml.tree());
    checkParameters();
    checkApprovals();
    Map<String, Map<String, ResultType>> before = new LinkedHashMap<>();
    checkSteps("/steps", runbook.steps(), before, false);
    checkSteps("/afterRollback", runbook.afterRollback(), before, true);
    return problems;
  }

  private void checkDurations(String pointer, JsonNode node) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String at = LocatedYaml.child(pointer, field.getKey());
      boolean duration =
          Set.of("expires", "reserve", "deadline").contains(field.getKey())
              && !pointer.contains("/with")
              && !pointer.startsWith("/parameters");
      if (duration) {
        checkDuration(at, field.getKey(), field.getValue().asText());
      }
      checkDurations(at, field.getValue());
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      checkDurations(pointer + "/" + i, node.get(i));
    }
  }

  private void checkDuration(String at, String key, String text) {
    Optional<Duration> duration = Durations.parse(text);
    if (duration.isEmpty()) {
      problems.add(
          yaml.problem(
              at,
              "'" + text + "' is no duration of at most 366 days",
              "write 45s, 30m, 2h or PT1H30M"));
    } else if (duration.get().isZero() && !key.equals("reserve")) {
      problems.add(
          yaml.problem(at, "'" + key + "' leaves no time at all", "write a longer duration"));
    }
  }

  private void checkParameters() {
    runbook
        .parameters()
        .forEach(
            (name, parameter) -> {
              for (int i = 0; i < parameter.allowed().size(); i++) {
                String at = LocatedYaml.child("/parameters", name) + "/allowed/" + i;
                ParameterCheck.check(name, parameter, parameter.allowed().get(i))
                    .ifPresent(
                        problem ->
                            problems.add(yaml.problem(at, problem.message(), problem.fix())));
              }
            });
    runbook
        .parameters()
        .forEach(
            (name, parameter) ->
                parameter
                    .defaultValue()
                    .flatMap(value -> ParameterCheck.check(name, parameter, value))
                    .ifPresent(
                        problem ->
                            problems.add(
                                yaml.problem(
                                    LocatedYaml.child("/parameters", name) + "/default",
                                    "the default: " + problem.message(),
                                    problem.fix()))));
  }

  private void checkApprovals() {
    Set<String> ids = new LinkedHashSet<>();
    for (int i = 0; i < runbook.approvals().size(); i++) {
      ApprovalGate gate = runbook.approvals().get(i);
      String at = "/gates/approvals/" + i;
      if (!ids.add(gate.id())) {
        problems.add(
            yaml.problem(at + "/id", "the gate '" + gate.id() + "' is here twice", "rename one"));
      }
      if (gate.role().isEmpty() && gate.tenant().isEmpty()) {
        problems.add(
            yaml.problem(at, "the gate does not say who may approve", "add 'role:' or 'tenant:'"));
      }
      gate.condition()
          .ifPresent(
              condition -> add(at + "/if", new ExpressionCheck(planScope()).condition(condition)));
    }
  }

  private void checkSteps(
      String list,
      List<Step> steps,
      Map<String, Map<String, ResultType>> before,
      boolean probesOnly) {
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      String at = list + "/" + i;
      if (before.containsKey(step.id())) {
        problems.add(
            yaml.problem(
                at + "/id", "the step '" + step.id() + "' is here twice", "rename one of them"));
      }
      Optional<ActionDescriptor> action = Optional.ofNullable(catalogue.get(step.uses()));
      if (action.isEmpty()) {
        problems.add(
            yaml.problem(
                at + "/uses",
                "there is no action '" + step.uses() + "'",
                Suggestion.of(step.uses(), catalogue.keySet())));
      } else if (probesOnly && action.get().kind() != ActionKind.PROBE) {
        problems.add(
            yaml.problem(at + "/uses", "only probes may run after a rollback", "use a probe here"));
      }
      List<String> later = steps.subList(i, steps.size()).stream().map(Step::id).toList();
      checkStep(at, step, action, before, later);
      before.put(step.id(), action.map(ActionDescriptor::result).orElse(Map.of()));
    }
  }

  private void checkStep(
      String at,
      Step step,
      Optional<ActionDescriptor> action,
      Map<String, Map<String, ResultType>> before,
      List<String> later) {
    Map<String, ExpressionCheck.Type> templates = new LinkedHashMap<>();
    JsonNode with = checkTemplates(at + "/with", step.with(), templates);
    action.ifPresent(
        descriptor ->
            problems.addAll(
                Shape.of(descriptor.inputSchema())
                    .problems(
                        yaml,
                        at + "/with",
                        with,
                        (place, keyword) -> isUndecided(templates, place, keyword))));
    step.condition()
        .ifPresent(
            condition ->
                add(
                    at + "/if",
                    new ExpressionCheck(new Scope(params, before, later, Optional.empty(), true))
                        .condition(condition)));
    Optional<Map<String, ResultType>> result = action.map(ActionDescriptor::result);
    if (result.isPresent()) {
      step.expect()
          .ifPresent(
              expect ->
                  add(
                      at + "/expect",
                      new ExpressionCheck(new Scope(params, before, later, result, true))
                          .condition(expect)));
    }
  }

  /** Whether only the value that an expression will have can tell if something is an error. */
  private static boolean isUndecided(
      Map<String, ExpressionCheck.Type> templates, String place, String keyword) {
    ExpressionCheck.Type type = templates.get(place);
    return type != null && (type == ExpressionCheck.Type.UNKNOWN || !keyword.equals("type"));
  }

  /**
   * Checks every expression in an input.
   *
   * @param templates filled with the places of expressions and their types
   * @return the input with a stand-in of the right type in each one's place
   */
  private JsonNode checkTemplates(
      String pointer, JsonNode node, Map<String, ExpressionCheck.Type> templates) {
    if (node.isTextual() && ExpressionCheck.isTemplate(node.textValue())) {
      ExpressionCheck.Outcome outcome = new ExpressionCheck(planScope()).template(node.textValue());
      add(pointer, outcome);
      templates.put(pointer, outcome.type());
      return standIn(outcome.type());
    }
    if (node.isObject()) {
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        String inner = LocatedYaml.child(pointer, field.getKey());
        copy.set(field.getKey(), checkTemplates(inner, field.getValue(), templates));
      }
      return copy;
    }
    if (node.isArray()) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      for (int i = 0; i < node.size(); i++) {
        copy.add(checkTemplates(pointer + "/" + i, node.get(i), templates));
      }
      return copy;
    }
    return node;
  }

  private static JsonNode standIn(ExpressionCheck.Type type) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return switch (type) {
      case BOOLEAN -> json.booleanNode(true);
      case INTEGER -> json.numberNode(1);
      case NUMBER -> json.numberNode(1.5);
      case LIST -> json.arrayNode();
      case STRING -> json.textNode("");
      case OTHER -> json.objectNode();
      case UNKNOWN -> json.nullNode();
    };
  }

  private Scope planScope() {
    return new Scope(params, Map.of(), List.of(), Optional.empty(), false);
  }

  /**
   * Adds what an expression's check found: at the place of its text, which the message quotes from.
   */
  private void add(String pointer, ExpressionCheck.Outcome outcome) {
    for (ExpressionCheck.Finding finding : outcome.findings()) {
      problems.add(
          yaml.problem(
              pointer,
              finding.message()
                  + " (at character "
                  + (finding.offset() + 1)
                  + " of the expression)",
              finding.fix()));
    }
  }
}
