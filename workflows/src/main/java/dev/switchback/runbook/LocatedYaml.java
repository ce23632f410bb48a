package dev.switchback.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A YAML file as a JSON tree that knows where each of its parts stands. Strict: one document of at
 * most 1 MiB in UTF-8 and 50,000 values, nested at most 50 deep, no tags, no anchors, no duplicate
 * keys, keys are strings. Plain words are typed as in YAML 1.2's JSON schema ({@code true}, {@code
 * 1}, {@code 1.5}); {@code yes}, {@code 0777}, {@code 12:30} are strings.
 *
 * <p>On the YAML library that Jackson brings, since Jackson's own tree does not keep places.
 */
public final class LocatedYaml {
  private static final int LARGEST = 1 << 20;
  private static final int DEEPEST = 50;
  private static final int MOST_VALUES = 50_000;
  private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]{0,30})");
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,30})?([eE][-+]?[0-9]{1,3})?");

  /**
   * A place in a file.
   *
   * @param line from 1
   * @param column from 1
   */
  public record Place(int line, int column) {}

  private final String file;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<String, Place> values = new LinkedHashMap<>();
  private final Map<String, Place> keys = new LinkedHashMap<>();
  private JsonNode tree = JsonNodeFactory.instance.objectNode();

  private LocatedYaml(String file) {
    this.file = file;
  }

  /**
   * Reads a text.
   *
   * @param file name for messages
   * @throws InvalidRunbook with everything that makes it unreadable
   */
  public static LocatedYaml read(String file, String text) throws InvalidRunbook {
    LocatedYaml yaml = new LocatedYaml(file);
    yaml.parse(text);
    if (!yaml.problems.isEmpty()) {
      throw new InvalidRunbook(yaml.problems.stream().sorted().toList());
    }
    return yaml;
  }

  /** The content. */
  public JsonNode tree() {
    return tree;
  }

  /**
   * Where the value at a JSON pointer (RFC 6901) stands, or the nearest value around it that
   * exists.
   */
  public Place place(String pointer) {
    return nearest(values, pointer);
  }

  /** Where the key of the value at a JSON pointer stands; for an array's element, the element. */
  public Place keyPlace(String pointer) {
    return keys.containsKey(pointer) ? nearest(keys, pointer) : place(pointer);
  }

  /** A problem with the value at a JSON pointer. */
  public Problem problem(String pointer, String message, String fix) {
    Place place = place(pointer);
    return new Problem(file, place.line(), place.column(), message, fix);
  }

  /** A problem with the key at a JSON pointer. */
  public Problem keyProblem(String pointer, String message, String fix) {
    Place place = keyPlace(pointer);
    return new Problem(file, place.line(), place.column(), message, fix);
  }

  /** The JSON pointer of a child. */
  public static String child(String pointer, String key) {
    return pointer + "/" + key.replace("~", "~0").replace("/", "~1");
  }

  private static Place nearest(Map<String, Place> places, String pointer) {
    String at = pointer;
    while (true) {
      Place place = places.get(at);
      if (place != null) {
        return place;
      }
      if (at.isEmpty()) {
        return new Place(1, 1);
      }
      at = at.substring(0, at.lastIndexOf('/'));
    }
  }

  private void parse(String text) {
    if (text.getBytes(StandardCharsets.UTF_8).length > LARGEST) {
      add(new Place(1, 1), "the file is larger than 1 MiB", "split it, or move data out of it");
      return;
    }
    try {
      refuseTricks(text);
      if (!problems.isEmpty()) {
        return;
      }
      Node root = new Yaml(options()).compose(new StringReader(text));
      if (root == null) {
        add(new Place(1, 1), "the file is empty", "begin with 'apiVersion: switchback/v1'");
      } else {
        tree = convert(root, "");
      }
    } catch (MarkedYAMLException e) {
      Mark mark = e.getProblemMark();
      add(
          mark == null ? new Place(1, 1) : place(mark),
          "not readable as YAML: " + e.getProblem(),
          "check indentation and quotes around this place");
    } catch (YAMLException e) {
      add(
          new Place(1, 1),
          "not readable as YAML: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          "write plain UTF-8 text");
    } catch (NumberFormatException e) {
      // SnakeYAML 2.7 lets it out for an escape beyond Integer's range: "\\UFFFFFFFF".
      add(
          new Place(1, 1),
          "not readable as YAML: an escape names no character (" + e.getMessage() + ")",
          "write at most \\U0010FFFF");
    }
  }

  private static LoaderOptions options() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(LARGEST);
    options.setNestingDepthLimit(DEEPEST);
    options.setMaxAliasesForCollections(0);
    return options;
  }

  private void refuseTricks(String text) {
    int documents = 0;
    int values = 0;
    int depth = 0;
    for (Event event : new Yaml(options()).parse(new StringReader(text))) {
      if (event.is(Event.ID.DocumentStart) && ++documents > 1) {
        add(
            place(event.getStartMark()),
            "a second document begins here",
            "keep one document a file");
        return;
      }
      depth += nesting(event);
      if (depth > DEEPEST) {
        add(
            place(event.getStartMark()),
            "not readable: nested more than " + DEEPEST + " deep",
            "write it flatter");
        return;
      }
      if (event instanceof NodeEvent && ++values > MOST_VALUES) {
        add(
            place(event.getStartMark()),
            "the file holds more than " + MOST_VALUES + " keys and values",
            "split it, or move data out of it");
        return;
      }
      if (event instanceof NodeEvent node && node.getAnchor() != null) {
        add(
            place(event.getStartMark()),
            "anchors and aliases are not allowed",
            "write the value out");
      }
      String tag =
          event instanceof ScalarEvent scalar
              ? scalar.getTag()
              : event instanceof CollectionStartEvent start ? start.getTag() : null;
      if (tag != null) {
        add(place(event.getStartMark()), "tags are not allowed: " + tag, "remove the tag");
      }
    }
  }

  private static int nesting(Event event) {
    if (event instanceof CollectionStartEvent) {
      return 1;
    }
    return event instanceof CollectionEndEvent ? -1 : 0;
  }

  private JsonNode convert(Node node, String pointer) {
    values.put(pointer, place(node.getStartMark()));
    if (node instanceof MappingNode mapping) {
      return convertMapping(mapping, pointer);
    }
    if (node instanceof SequenceNode sequence) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      for (Node element : sequence.getValue()) {
        array.add(convert(element, pointer + "/" + array.size()));
      }
      return array;
    }
    return scalar((ScalarNode) node);
  }

  private JsonNode convertMapping(MappingNode mapping, String pointer) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (NodeTuple tuple : mapping.getValue()) {
      Place at = place(tuple.getKeyNode().getStartMark());
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        add(at, "a key must be a word", "write it as 'name: value'");
        continue;
      }
      String inner = child(pointer, key.getValue());
      if (object.has(key.getValue())) {
        add(at, "the key '" + key.getValue() + "' is here twice", "keep one of them");
        continue;
      }
      keys.put(inner, at);
      object.set(key.getValue(), convert(tuple.getValueNode(), inner));
    }
    return object;
  }

  private static JsonNode scalar(ScalarNode node) {
    String value = node.getValue();
    if (!node.isPlain()) {
      return JsonNodeFactory.instance.textNode(value);
    }
    return switch (value) {
      case "", "~", "null" -> JsonNodeFactory.instance.nullNode();
      case "true" -> JsonNodeFactory.instance.booleanNode(true);
      case "false" -> JsonNodeFactory.instance.booleanNode(false);
      default -> number(value);
    };
  }

  private static JsonNode number(String value) {
    if (INTEGER.matcher(value).matches()) {
      return integer(new BigInteger(value));
    }
    return NUMBER.matcher(value).matches()
        ? JsonNodeFactory.instance.numberNode(new BigDecimal(value).doubleValue())
        : JsonNodeFactory.instance.textNode(value);
  }

  /** As Jackson reads JSON: int, else long, else big; nodes of different widths are not equal. */
  private static JsonNode integer(BigInteger value) {
    if (value.bitLength() < Integer.SIZE) {
      return JsonNodeFactory.instance.numberNode(value.intValue());
    }
    return value.bitLength() < Long.SIZE
        ? JsonNodeFactory.instance.numberNode(value.longValue())
        : JsonNodeFactory.instance.numberNode(value);
  }

  private void add(Place place, String message, String fix) {
    problems.add(new Problem(file, place.line(), place.column(), message, fix));
  }

  private static Place place(Mark mark) {
    return new Place(mark.getLine() + 1, mark.getColumn() + 1);
  }
}
