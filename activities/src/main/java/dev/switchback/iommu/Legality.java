package dev.switchback.iommu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.change.Refusal;
import dev.switchback.expression.EvaluationFailed;
import dev.switchback.expression.Expressions;
import dev.switchback.runbook.InvalidRunbook;
import dev.switchback.runbook.LocatedYaml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a domain type is legal on a host, by the rules of {@code advisories/iommu-domain.yaml}.
 * Immutable.
 */
public final class Legality {
  private static final String RULES = "switchback/runbooks/advisories/iommu-domain.yaml";

  private final JsonNode rules;

  private Legality(JsonNode rules) {
    this.rules = rules;
  }

  /** The shipped rules. */
  public static Legality shipped() {
    try (InputStream in = Legality.class.getClassLoader().getResourceAsStream(RULES)) {
      if (in == null) {
        throw new IllegalStateException(RULES + " is missing from the class path");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new Legality(LocatedYaml.read(RULES, text).tree().path("rules"));
    } catch (IOException e) {
      throw new UncheckedIOException(RULES + " can't be read", e);
    } catch (InvalidRunbook e) {
      throw new IllegalStateException(RULES + " is broken", e);
    }
  }

  /**
   * Why a type must not be written on a host; empty if it may. A rule that can't be evaluated
   * refuses.
   *
   * @param override name of the one rule's override that is asked for; empty for none
   */
  public Optional<Refusal> check(String type, DomainState.Facts facts, String override) {
    ObjectNode variables = JsonNodeFactory.instance.objectNode();
    variables.putObject("params").put("type", type);
    variables
        .putObject("host")
        .put("kernel", facts.kernel())
        .put("snp", facts.snp())
        .put("sme", facts.sme());
    for (JsonNode rule : rules) {
      boolean overridden = !override.isEmpty() && override.equals(rule.path("override").asText());
      if (!overridden && applies(rule, variables)) {
        return Optional.of(refusal(rule));
      }
    }
    return Optional.empty();
  }

  private static boolean applies(JsonNode rule, ObjectNode variables) {
    try {
      return Expressions.test(rule.path("when").asText(), variables);
    } catch (EvaluationFailed e) {
      return true;
    }
  }

  private static Refusal refusal(JsonNode rule) {
    List<String> remedies = new ArrayList<>();
    rule.path("remedies").forEach(remedy -> remedies.add(remedy.asText()));
    return new Refusal(
        rule.path("id").asText(),
        rule.path("reason").asText() + " (" + rule.path("source").asText() + ")",
        remedies);
  }
}
