package dev.switchback.inventory;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.switchback.runbook.Problem;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Strict YAML as a JSON tree that knows where everything was: one document, no tags, no anchors, no
 * duplicate keys.
 */
final class LocatedYaml {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final YAMLFactory YAML = new YAMLFactory();

  private final String file;
  private final Map<String, JsonLocation> locations = new HashMap<>();
  private final List<Problem> problems = new ArrayList<>();
  private JsonNode root = NODES.missingNode();

  private LocatedYaml(String file) {
    this.file = file;
  }

  static LocatedYaml read(String file, String text) {
    LocatedYaml yaml = new LocatedYaml(file);
    try (YAMLParser parser = YAML.createParser(new StringReader(text))) {
      if (parser.nextToken() == null) {
        yaml.problems.add(new Problem(file, 1, 1, "the file is empty", "write an inventory"));
      } else {
        yaml.root = yaml.value(parser, "");
        if (parser.nextToken() != null) {
          yaml.add(parser.currentTokenLocation(), "a second document", "keep one document a file");
        }
      }
    } catch (JsonProcessingException e) {
      yaml.add(e.getLocation(), "not YAML: " + e.getOriginalMessage(), "correct the syntax");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return yaml;
  }

  JsonNode root() {
    return root;
  }

  List<Problem> problems() {
    return problems;
  }

  /** A problem at a JSON pointer, or at the nearest thing above it that is there. */
  Problem problem(String pointer, String message, String fix) {
    String at = pointer;
    while (!locations.containsKey(at) && !at.isEmpty()) {
      at = at.substring(0, at.lastIndexOf('/'));
    }
    JsonLocation location = locations.getOrDefault(at, JsonLocation.NA);
    return at(location, message, fix);
  }

  /** A JSON pointer one step further down. */
  static String child(String pointer, String name) {
    return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  private Problem at(JsonLocation location, String message, String fix) {
    return new Problem(
        file, Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()), message, fix);
  }

  private void add(JsonLocation location, String message, String fix) {
    problems.add(at(location == null ? JsonLocation.NA : location, message, fix));
  }

  private JsonNode value(YAMLParser parser, String pointer) throws IOException {
    locations.putIfAbsent(pointer, parser.currentTokenLocation());
    if (parser.isCurrentAlias() || parser.getObjectId() != null) {
      add(parser.currentTokenLocation(), "anchors and aliases are not allowed", "write it out");
    }
    if (parser.getTypeId() != null) {
      add(parser.currentTokenLocation(), "tags are not allowed", "remove the tag");
    }
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      return object(parser, pointer);
    }
    if (token == JsonToken.START_ARRAY) {
      return array(parser, pointer);
    }
    return switch (token) {
      case VALUE_NUMBER_INT -> NODES.numberNode(parser.getBigIntegerValue());
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(token == JsonToken.VALUE_TRUE);
      case VALUE_NULL -> NODES.nullNode();
      default -> NODES.textNode(parser.getText());
    };
  }

  private ObjectNode object(YAMLParser parser, String pointer) throws IOException {
    ObjectNode object = NODES.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonLocation at = parser.currentTokenLocation();
      String below = child(pointer, name);
      if (object.has(name)) {
        add(at, "'" + name + "' is there twice", "keep one of the two");
      }
      locations.putIfAbsent(below, at);
      parser.nextToken();
      object.set(name, value(parser, below));
    }
    return object;
  }

  private ArrayNode array(YAMLParser parser, String pointer) throws IOException {
    ArrayNode array = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser, pointer + "/" + array.size()));
    }
    return array;
  }
}
