package dev.switchback.expression;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.switchback.catalogue.ResultType;
import dev.switchback.text.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks an expression when a runbook is read: its syntax, the names it uses, its types. */
public final class ExpressionCheck {
  /**
   * Something wrong with an expression.
   *
   * @param offset where in the expression, from 0
   * @param message what is wrong
   * @param fix what to write instead
   */
  public record Finding(int offset, String message, String fix) {}

  /** The value's type, as far as it is known before it is evaluated. */
  public enum Type {
    BOOLEAN,
    STRING,
    INTEGER,
    NUMBER,
    LIST,
    OTHER,
    UNKNOWN
  }

  /**
   * What a check found.
   *
   * @param findings everything wrong, in order
   * @param type the value's type; {@link Type#UNKNOWN} if anything is wrong
   */
  public record Outcome(List<Finding> findings, Type type) {
    public Outcome {
      findings = List.copyOf(findings);
    }
  }

  private final Scope scope;

  public ExpressionCheck(Scope scope) {
    this.scope = scope;
  }

  /** Checks a condition: its value must be a boolean. */
  public Outcome condition(String expression) {
    Outcome outcome = value(expression);
    if (outcome.findings().isEmpty()
        && outcome.type() != Type.BOOLEAN
        && outcome.type() != Type.UNKNOWN) {
      return new Outcome(
          List.of(
              new Finding(
                  0,
                  "the condition is not a yes or no",
                  "compare the value with something, for example 'x == y'")),
          outcome.type());
    }
    return outcome;
  }

  /** Checks an expression of any type. */
  public Outcome value(String expression) {
    CelValidationResult parsed = Cel.compiler(anything()).parse(expression);
    if (parsed.hasError()) {
      return new Outcome(issues(parsed, expression), Type.UNKNOWN);
    }
    List<Finding> names = new ArrayList<>();
    try {
      walk(parsed.getAst(), parsed.getAst().getExpr(), names, expression);
    } catch (CelValidationException e) {
      throw new IllegalStateException("a result without error has a tree", e);
    }
    if (!names.isEmpty()) {
      return new Outcome(names, Type.UNKNOWN);
    }
    CelValidationResult checked = Cel.compiler(declared()).compile(expression);
    if (checked.hasError()) {
      return new Outcome(issues(checked, expression), Type.UNKNOWN);
    }
    try {
      return new Outcome(List.of(), type(checked.getAst().getResultType()));
    } catch (CelValidationException e) {
      throw new IllegalStateException("a result without error has a tree", e);
    }
  }

  /** Checks every expression in a template string; offsets are within the string. */
  public Outcome template(String string) {
    List<Finding> findings = new ArrayList<>();
    Type type = Type.STRING;
    try {
      List<Template.Part> parts = Template.parse(string);
      for (Template.Part part : parts) {
        if (part.expression()) {
          Outcome outcome = value(part.text());
          outcome
              .findings()
              .forEach(
                  f -> findings.add(new Finding(part.offset() + f.offset(), f.message(), f.fix())));
          type = parts.size() == 1 ? outcome.type() : Type.STRING;
        }
      }
    } catch (EvaluationFailed e) {
      findings.add(
          new Finding(0, String.valueOf(e.getMessage()), "close it, or write '$${' for the text"));
    }
    return new Outcome(findings, type);
  }

  /** Whether a string holds an expression. */
  public static boolean isTemplate(String string) {
    try {
      return Template.parse(string).stream().anyMatch(Template.Part::expression);
    } catch (EvaluationFailed e) {
      return true;
    }
  }

  private static List<Finding> issues(CelValidationResult result, String expression) {
    List<Finding> findings = new ArrayList<>();
    for (CelIssue issue : result.getErrors()) {
      int offset =
          Math.min(Math.max(0, issue.getSourceLocation().getColumn()), expression.length());
      findings.add(
          new Finding(
              offset,
              issue.getMessage().lines().findFirst().orElse("not an expression"),
              "see the CEL language definition for what may stand here"));
    }
    return findings;
  }

  private void walk(
      CelAbstractSyntaxTree ast, CelExpr expr, List<Finding> findings, String expression) {
    List<String> path = new ArrayList<>();
    CelExpr root = descend(expr, path);
    if (root.exprKind().getKind() == CelExpr.ExprKind.Kind.IDENT && !path.isEmpty()) {
      int offset = ast.getSource().getPositionsMap().getOrDefault(root.id(), 0);
      name(path, offset).ifPresent(findings::add);
      return;
    }
    for (CelExpr child : children(expr)) {
      walk(ast, child, findings, expression);
    }
  }

  /** Collects {@code a.b["c"]} as a path, root first; returns the expression at its root. */
  private static CelExpr descend(CelExpr expr, List<String> path) {
    CelExpr at = expr;
    while (true) {
      switch (at.exprKind().getKind()) {
        case SELECT -> {
          path.add(0, at.select().field());
          at = at.select().operand();
        }
        case CALL -> {
          Optional<String> index = constantIndex(at);
          if (index.isEmpty()) {
            return at;
          }
          path.add(0, index.get());
          at = at.call().args().get(0);
        }
        case IDENT -> {
          path.add(0, at.ident().name());
          return at;
        }
        default -> {
          return at;
        }
      }
    }
  }

  private static Optional<String> constantIndex(CelExpr expr) {
    if (!expr.call().function().equals("_[_]")) {
      return Optional.empty();
    }
    CelExpr index = expr.call().args().get(1);
    return index.exprKind().getKind() == CelExpr.ExprKind.Kind.CONSTANT
            && index.constant().getKind() == CelConstant.Kind.STRING_VALUE
        ? Optional.of(index.constant().stringValue())
        : Optional.empty();
  }

  private static List<CelExpr> children(CelExpr expr) {
    return switch (expr.exprKind().getKind()) {
      case SELECT -> List.of(expr.select().operand());
      case CALL -> {
        List<CelExpr> children = new ArrayList<>(expr.call().args());
        expr.call().target().ifPresent(children::add);
        yield children;
      }
      case LIST -> ImmutableList.copyOf(expr.list().elements());
      case MAP ->
          expr.map().entries().stream()
              .flatMap(entry -> List.of(entry.key(), entry.value()).stream())
              .toList();
      case COMPREHENSION ->
          List.of(
              expr.comprehension().iterRange(),
              expr.comprehension().loopCondition(),
              expr.comprehension().loopStep(),
              expr.comprehension().result());
      default -> List.of();
    };
  }

  private Optional<Finding> name(List<String> path, int offset) {
    return switch (path.get(0)) {
      case "params" ->
          path.size() < 2
              ? Optional.empty()
              : known("parameter", path.get(1), scope.params().keySet(), offset);
      case "steps" -> step(path, offset);
      case "result" -> result(path, offset);
      default -> Optional.empty();
    };
  }

  private Optional<Finding> step(List<String> path, int offset) {
    if (!scope.resultsAllowed()) {
      return Optional.of(
          new Finding(
              offset,
              "results can't be used here: what stands here belongs to the approved plan",
              "use params or host, or judge the result with 'if' or 'expect'"));
    }
    if (path.size() < 2) {
      return Optional.empty();
    }
    String id = path.get(1);
    if (scope.later().contains(id)) {
      return Optional.of(
          new Finding(
              offset,
              "step '" + id + "' has no result yet at this place",
              "move it before this step"));
    }
    Optional<Finding> unknown = known("step", id, scope.steps().keySet(), offset);
    if (unknown.isPresent() || path.size() < 3) {
      return unknown;
    }
    Optional<Finding> part =
        known("part of a step", path.get(2), List.of("result", "outcome"), offset);
    if (part.isPresent() || path.size() < 4 || !path.get(2).equals("result")) {
      return part;
    }
    return known(
        "result field of step " + id,
        path.get(3),
        scope.steps().getOrDefault(id, Map.of()).keySet(),
        offset);
  }

  private Optional<Finding> result(List<String> path, int offset) {
    if (scope.result().isEmpty()) {
      return Optional.of(
          new Finding(
              offset, "there is no result at this place", "use steps.ID.result, or 'expect'"));
    }
    return path.size() < 2
        ? Optional.empty()
        : known("result field", path.get(1), scope.result().get().keySet(), offset);
  }

  private static Optional<Finding> known(
      String what, String name, Collection<String> names, int offset) {
    return names.contains(name)
        ? Optional.empty()
        : Optional.of(
            new Finding(
                offset, "there is no " + what + " '" + name + "'", Suggestion.of(name, names)));
  }

  private static Map<String, CelType> anything() {
    Map<String, CelType> variables = new LinkedHashMap<>();
    for (String name : List.of("params", "host", "steps", "result")) {
      variables.put(name, SimpleType.DYN);
    }
    return variables;
  }

  private Map<String, CelType> declared() {
    Map<String, CelType> variables = anything();
    scope.params().forEach((name, type) -> variables.put("params." + name, celType(type)));
    scope
        .steps()
        .forEach(
            (id, fields) -> {
              if (!id.contains("-")) {
                fields.forEach(
                    (field, type) ->
                        variables.put("steps." + id + ".result." + field, celType(type)));
                variables.put("steps." + id + ".outcome", SimpleType.STRING);
              }
            });
    scope
        .result()
        .ifPresent(
            fields ->
                fields.forEach((field, type) -> variables.put("result." + field, celType(type))));
    return variables;
  }

  private static CelType celType(ResultType type) {
    return switch (type) {
      case STRING -> SimpleType.STRING;
      case INTEGER -> SimpleType.INT;
      case NUMBER -> SimpleType.DOUBLE;
      case BOOLEAN -> SimpleType.BOOL;
      case ANY -> SimpleType.DYN;
    };
  }

  private static Type type(CelType type) {
    if (type.equals(SimpleType.BOOL)) {
      return Type.BOOLEAN;
    }
    if (type.equals(SimpleType.STRING)) {
      return Type.STRING;
    }
    if (type.equals(SimpleType.INT)) {
      return Type.INTEGER;
    }
    if (type.equals(SimpleType.DOUBLE)) {
      return Type.NUMBER;
    }
    if (type instanceof ListType) {
      return Type.LIST;
    }
    return type.equals(SimpleType.DYN) ? Type.UNKNOWN : Type.OTHER;
  }
}
