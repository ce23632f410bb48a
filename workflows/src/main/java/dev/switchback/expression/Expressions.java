package dev.switchback.expression;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.switchback.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates CEL over JSON values. Pure and deterministic; thread-safe. The first use compiles CEL's
 * machinery (0.4 s cold): call {@link #warm()} before polling for workflow tasks.
 */
public final class Expressions {
  private static final List<String> VARIABLES = List.of("params", "host", "steps", "result");

  private Expressions() {}

  /** Holds what is expensive to make; loaded at the first use. */
  private static final class Machinery {
    static final CelCompiler COMPILER = Cel.compiler(anything());
    static final CelRuntime RUNTIME = Cel.runtime();

    private static Map<String, CelType> anything() {
      Map<String, CelType> variables = new LinkedHashMap<>();
      VARIABLES.forEach(name -> variables.put(name, SimpleType.DYN));
      return variables;
    }
  }

  /** Loads and compiles everything once. */
  public static void warm() {
    ObjectNode variables = JsonNodeFactory.instance.objectNode();
    variables.putObject("result").put("pairsOk", 12).put("pairsTotal", 12);
    try {
      test("result.pairsOk == result.pairsTotal && 1.5 * result.pairsOk > 1", variables);
    } catch (EvaluationFailed e) {
      throw new IllegalStateException("CEL does not work on this machine", e);
    }
  }

  /**
   * Evaluates a condition ({@code if}, {@code expect}).
   *
   * @param expression CEL
   * @param variables a JSON object: {@code params}, {@code host}, {@code steps} ({@code
   *     steps.ID.result}, {@code steps.ID.outcome}; also {@code steps["ID"]}), and {@code result}
   *     for {@code expect}
   * @throws EvaluationFailed if it can't be evaluated or is no boolean; the message says what was
   *     missing
   */
  public static boolean test(String expression, JsonNode variables) throws EvaluationFailed {
    Object value = evaluate(expression, variables);
    if (value instanceof Boolean bool) {
      return bool;
    }
    throw new EvaluationFailed(
        "'" + expression + "' is " + value + ", not a yes or no; compare it with something");
  }

  /**
   * Resolves the expressions between dollar-brace and brace in every string of a tree. A string
   * that is one expression takes the expression's type (the one of {@code host.gpus} becomes a
   * list); otherwise the value's text is put in its place. Two dollars before a brace stand for a
   * literal dollar.
   *
   * @throws EvaluationFailed as {@link #test}
   */
  public static JsonNode resolve(JsonNode template, JsonNode variables) throws EvaluationFailed {
    if (template.isTextual()) {
      return resolveText(template.textValue(), variables);
    }
    if (template.isArray()) {
      ArrayNode resolved = JsonNodeFactory.instance.arrayNode();
      for (JsonNode element : template) {
        resolved.add(resolve(element, variables));
      }
      return resolved;
    }
    if (template.isObject()) {
      ObjectNode resolved = JsonNodeFactory.instance.objectNode();
      for (Map.Entry<String, JsonNode> field : template.properties()) {
        resolved.set(field.getKey(), resolve(field.getValue(), variables));
      }
      return resolved;
    }
    return template;
  }

  private static JsonNode resolveText(String text, JsonNode variables) throws EvaluationFailed {
    List<Template.Part> parts = Template.parse(text);
    if (parts.size() == 1 && parts.get(0).expression()) {
      return json(evaluate(parts.get(0).text(), variables));
    }
    StringBuilder joined = new StringBuilder();
    for (Template.Part part : parts) {
      joined.append(part.expression() ? inText(part.text(), variables) : part.text());
    }
    return TextNode.valueOf(joined.toString());
  }

  /** Through text, so that numbers have the widths that reading JSON gives them. */
  private static JsonNode json(Object value) {
    try {
      return Json.mapper().readTree(Json.mapper().writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value of CEL over JSON is JSON", e);
    }
  }

  private static String inText(String expression, JsonNode variables) throws EvaluationFailed {
    Object value = evaluate(expression, variables);
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    throw new EvaluationFailed(
        "'" + expression + "' is a list or an object; it can't be put into a text");
  }

  private static Object evaluate(String expression, JsonNode variables) throws EvaluationFailed {
    Map<String, Object> bindings = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : variables.properties()) {
      bindings.put(field.getKey(), orEmpty(value(field.getValue())));
    }
    try {
      return Machinery.RUNTIME
          .createProgram(Machinery.COMPILER.compile(expression).getAst())
          .eval(bindings);
    } catch (CelValidationException | CelEvaluationException e) {
      throw new EvaluationFailed("'" + expression + "' has no value: " + firstLine(e));
    }
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private static Object orEmpty(@Nullable Object value) {
    return value == null ? Map.of() : value;
  }

  /**
   * JSON as CEL's values: integers are int64, other numbers double, null is left out of objects.
   */
  private static @Nullable Object value(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> map = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        Object inner = value(field.getValue());
        if (inner != null) {
          map.put(field.getKey(), inner);
        }
      }
      return map;
    }
    if (node.isArray()) {
      List<Object> list = new ArrayList<>();
      for (JsonNode element : node) {
        Object inner = value(element);
        if (inner != null) {
          list.add(inner);
        }
      }
      return list;
    }
    if (node.isIntegralNumber() && node.canConvertToLong()) {
      return node.longValue();
    }
    if (node.isNumber()) {
      return node.doubleValue();
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isTextual() ? node.textValue() : null;
  }
}
