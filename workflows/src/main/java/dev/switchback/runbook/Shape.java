package dev.switchback.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.switchback.json.Json;
import dev.switchback.text.Suggestion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/** A JSON Schema (2020-12), and its errors as problems with a place and a fix. Thread-safe. */
public final class Shape {
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private final JsonNode definition;
  private final Schema schema;

  private Shape(JsonNode definition) {
    this.definition = definition;
    this.schema = REGISTRY.getSchema(definition);
  }

  /** The schema in a JSON tree. */
  public static Shape of(JsonNode definition) {
    return new Shape(definition);
  }

  /** The schema in a resource of the class path, by absolute path without a leading slash. */
  public static Shape resource(String path) {
    try (InputStream in = Shape.class.getClassLoader().getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + path + " is missing from the class path");
      }
      return new Shape(Json.mapper().readTree(in));
    } catch (IOException e) {
      throw new UncheckedIOException("the resource " + path + " can't be read", e);
    }
  }

  /**
   * Checks a part of a file.
   *
   * @param yaml the file, for places
   * @param pointer where the part stands in it
   * @param part the part
   * @param ignored says by pointer and keyword which errors don't count
   */
  List<Problem> problems(
      LocatedYaml yaml, String pointer, JsonNode part, BiPredicate<String, String> ignored) {
    List<Problem> problems = new ArrayList<>();
    for (Error error : schema.validate(part)) {
      String at = pointer + error.getInstanceLocation();
      if (!ignored.test(at, error.getKeyword())) {
        problems.add(problem(yaml, at, error));
      }
    }
    return problems;
  }

  /** Checks a whole file. */
  public List<Problem> problems(LocatedYaml yaml) {
    return problems(yaml, "", yaml.tree(), (at, keyword) -> false).stream().sorted().toList();
  }

  /** Checks a value that stands in no file; the place is its JSON pointer, in the message. */
  List<Problem> resolvedProblems(String name, JsonNode value) {
    List<Problem> problems = new ArrayList<>();
    for (Error error : schema.validate(value)) {
      problems.add(
          new Problem(
              name,
              1,
              1,
              "with" + error.getInstanceLocation() + ": " + said(error),
              described(error).orElseGet(() -> hint(error))));
    }
    return problems;
  }

  private Problem problem(LocatedYaml yaml, String pointer, Error error) {
    String property = error.getProperty();
    return switch (error.getKeyword()) {
      case "additionalProperties", "unevaluatedProperties" ->
          yaml.keyProblem(
              LocatedYaml.child(pointer, String.valueOf(property)),
              "unknown key '" + property + "'",
              Suggestion.of(String.valueOf(property), siblings(error)));
      case "required" ->
          yaml.problem(pointer, "the key '" + property + "' is missing", "add '" + property + ":'");
      case "propertyNames" -> yaml.keyProblem(pointer, said(error), "rename the key");
      default -> yaml.problem(pointer, said(error), described(error).orElseGet(() -> hint(error)));
    };
  }

  private static String said(Error error) {
    String message = error.getMessage();
    return message.isEmpty() ? "not valid by " + error.getKeyword() : message;
  }

  private List<String> siblings(Error error) {
    List<String> names = new ArrayList<>();
    JsonNode schemaNode = definition.at(parent(error.getSchemaLocation().getFragment().toString()));
    schemaNode.path("properties").fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static String parent(String pointer) {
    int slash = pointer.lastIndexOf('/');
    return slash <= 0 ? "" : pointer.substring(0, slash);
  }

  /** A schema's description says what to write. */
  private Optional<String> described(Error error) {
    String location = parent(error.getSchemaLocation().getFragment().toString());
    JsonNode description = definition.at(location).path("description");
    return description.isTextual() ? Optional.of(description.textValue()) : Optional.empty();
  }

  private static String hint(Error error) {
    JsonNode schemaNode = error.getSchemaNode();
    return switch (error.getKeyword()) {
      case "const", "enum" -> "write one of " + schemaNode;
      case "type" -> "write a value of type " + schemaNode;
      case "pattern" -> "it must match " + schemaNode.asText();
      case "minimum", "minItems", "minLength" -> "at least " + schemaNode.asText();
      case "maximum", "maxItems", "maxLength", "maxProperties" -> "at most " + schemaNode.asText();
      default -> "see the schema";
    };
  }
}
