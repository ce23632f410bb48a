package dev.switchback.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.runbook.Runbook.Parameter;
import dev.switchback.runbook.Runbook.ParameterType;
import dev.switchback.text.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Values for declared parameters: data, whatever characters they hold. */
final class ParameterCheck {
  private static final int LONGEST = 4096;

  private ParameterCheck() {}

  static JsonNode complete(Runbook runbook, JsonNode given) throws InvalidRunbook {
    List<Problem> problems = new ArrayList<>();
    for (Map.Entry<String, JsonNode> value : given.properties()) {
      if (!runbook.parameters().containsKey(value.getKey())) {
        problems.add(
            problem(
                value.getKey(),
                "the runbook " + runbook.name() + " has no such parameter",
                Suggestion.of(value.getKey(), runbook.parameters().keySet())));
      }
    }
    ObjectNode complete = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, Parameter> declared : runbook.parameters().entrySet()) {
      String name = declared.getKey();
      Optional<JsonNode> value =
          Optional.ofNullable(given.get(name)).or(() -> declared.getValue().defaultValue());
      if (value.isEmpty()) {
        problems.add(
            problem(
                name,
                "no value is given and there is no default ("
                    + declared.getValue().description()
                    + ")",
                "add -p " + name + "=VALUE"));
      } else {
        check(name, declared.getValue(), value.get()).ifPresent(problems::add);
        complete.set(name, typed(declared.getValue(), value.get()));
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidRunbook(problems);
    }
    return complete;
  }

  /** What is wrong with a value for a parameter. */
  static Optional<Problem> check(String name, Parameter parameter, JsonNode value) {
    if (!hasType(parameter, value)) {
      return Optional.of(
          problem(
              name,
              value + " is no " + parameter.type().name().toLowerCase(Locale.ROOT),
              "give a value of that type"));
    }
    if (!parameter.allowed().isEmpty()
        && parameter.allowed().stream().noneMatch(a -> same(a, value))) {
      return Optional.of(
          problem(name, value + " is not allowed", "use one of " + parameter.allowed()));
    }
    if (value.isTextual() && value.textValue().length() > LONGEST) {
      return Optional.of(
          problem(name, "the value is longer than " + LONGEST + " characters", "shorten it"));
    }
    if (value.isTextual() && value.textValue().chars().anyMatch(ParameterCheck::isControl)) {
      return Optional.of(
          problem(
              name, "the value holds a control character", "only newline and tab may be in it"));
    }
    return Optional.empty();
  }

  /** JSON does not tell 5 from 5.0, but CEL's division does: a number is always a double. */
  private static JsonNode typed(Parameter parameter, JsonNode value) {
    return parameter.type() == ParameterType.NUMBER && value.isNumber()
        ? JsonNodeFactory.instance.numberNode(value.doubleValue())
        : value;
  }

  /** Equal whatever the width of the numbers. */
  private static boolean same(JsonNode one, JsonNode other) {
    return (one.isNumber() && other.isNumber())
        ? one.decimalValue().compareTo(other.decimalValue()) == 0
        : one.equals(other);
  }

  private static boolean isControl(int c) {
    return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
  }

  private static boolean hasType(Parameter parameter, JsonNode value) {
    return switch (parameter.type()) {
      case STRING -> value.isTextual();
      case INTEGER -> value.isIntegralNumber() && value.canConvertToLong();
      case NUMBER -> value.isNumber() && Double.isFinite(value.doubleValue());
      case BOOLEAN -> value.isBoolean();
    };
  }

  private static Problem problem(String name, String message, String fix) {
    return new Problem("parameter " + name, 1, 1, message, fix);
  }
}
