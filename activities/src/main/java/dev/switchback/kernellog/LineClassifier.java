package dev.switchback.kernellog;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.runbook.InvalidRunbook;
import dev.switchback.runbook.LocatedYaml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Knows kernel log lines by the patterns of {@code kernel-log.yaml}: NVIDIA's, the IOMMU drivers'
 * and the kernel's own. Thread-safe; time linear in a line's length (no nested repetition in the
 * patterns).
 */
public final class LineClassifier {
  private static final int LONGEST = 2000;
  private static final Pattern FUNCTION =
      Pattern.compile("\\b([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2})(\\.[0-7])?\\b");

  private record Known(
      String id, Pattern pattern, Finding.Severity severity, String meaning, String remedy) {}

  private final List<Known> patterns;

  private LineClassifier(List<Known> patterns) {
    this.patterns = patterns;
  }

  /** The classifier with the shipped patterns. */
  public static LineClassifier shipped() {
    try (InputStream in = LineClassifier.class.getResourceAsStream("kernel-log.yaml")) {
      if (in == null) {
        throw new IllegalStateException("kernel-log.yaml is missing from the class path");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return of(LocatedYaml.read("kernel-log.yaml", text).tree());
    } catch (IOException e) {
      throw new UncheckedIOException("kernel-log.yaml can't be read", e);
    } catch (InvalidRunbook e) {
      throw new IllegalStateException("kernel-log.yaml is broken", e);
    }
  }

  private static LineClassifier of(JsonNode tree) {
    List<Known> patterns = new ArrayList<>();
    for (JsonNode node : tree.path("patterns")) {
      patterns.add(
          new Known(
              node.path("id").asText(),
              Pattern.compile(node.path("regex").asText()),
              Finding.Severity.valueOf(node.path("severity").asText().toUpperCase(Locale.ROOT)),
              node.path("meaning").asText(),
              node.path("remedy").asText("")));
    }
    return new LineClassifier(List.copyOf(patterns));
  }

  /** What a line says, by the first pattern that knows it; empty if none does. */
  public Optional<Finding> classify(String line) {
    String bounded = line.length() > LONGEST ? line.substring(0, LONGEST) : line;
    return patterns.stream()
        .filter(known -> known.pattern().matcher(bounded).find())
        .findFirst()
        .map(
            known ->
                new Finding(
                    known.id(),
                    known.severity(),
                    function(bounded),
                    known.meaning(),
                    known.remedy(),
                    line));
  }

  /** What the lines say, in their order, unknown ones left out. */
  public List<Finding> classify(List<String> lines) {
    return lines.stream().map(this::classify).flatMap(Optional::stream).toList();
  }

  private static String function(String line) {
    Matcher matcher = FUNCTION.matcher(line);
    if (!matcher.find()) {
      return "";
    }
    return matcher.group(1) + (matcher.group(2) == null ? ".0" : matcher.group(2));
  }
}
