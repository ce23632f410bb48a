package dev.switchback.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionsTest {
  private static final JsonNode VARIABLES =
      json(
          """
      {"params": {"minGain": 1, "override": ""},
       "host": {"gpus": ["0000:01:00.0"], "service": {"unit": "a b.service"}},
       "steps": {"baseline": {"result": {"outputThroughput": 1480}},
                 "nccl-env": {"outcome": "APPLIED", "result": {}}},
       "result": {"outputThroughput": 1940.5, "pairsOk": 12, "pairsTotal": 12}}
      """);

  private static JsonNode json(String text) {
    try {
      return Json.mapper().readTree(text);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "result.outputThroughput >= params.minGain * steps.baseline.result.outputThroughput",
        "result.outputThroughput > 1.1 * steps.baseline.result.outputThroughput",
        "result.pairsOk == result.pairsTotal && result.pairsOk / 2.0 == 6.0",
        "steps[\"nccl-env\"].outcome == 'APPLIED'",
        "size(host.gpus) == 1 && host.gpus.all(g, g.startsWith('0000:'))",
        "params.override == \"\"",
        "!has(steps.baseline.result.nope)",
        "1940 - 0.5 < result.outputThroughput && 1 + 0.5 == 1.5"
      })
  void integers_and_doubles_mix_as_people_expect(String expression) throws Exception {
    assertThat(Expressions.test(expression, VARIABLES)).isTrue();
  }

  @Test
  void a_missing_field_is_named() {
    assertThatThrownBy(() -> Expressions.test("result.nope == 1", VARIABLES))
        .isInstanceOf(EvaluationFailed.class)
        .hasMessageContaining("nope");
  }

  @Test
  void a_value_that_is_no_yes_or_no_is_refused() {
    assertThatThrownBy(() -> Expressions.test("result.pairsOk", VARIABLES))
        .hasMessageContaining("not a yes or no");
  }

  @Test
  void an_expression_alone_keeps_its_type() throws Exception {
    assertThat(
            Expressions.resolve(
                json("{\"a\": [\"${host.gpus}\"], \"n\": \"${params.minGain}\"}"), VARIABLES))
        .isEqualTo(json("{\"a\": [[\"0000:01:00.0\"]], \"n\": 1}"));
  }

  @Test
  void an_expression_within_a_text_is_put_in_its_place() throws Exception {
    assertThat(
            Expressions.resolve(json("\"/etc/${host.service.unit}.d/${'}'}$${x}\""), VARIABLES)
                .asText())
        .isEqualTo("/etc/a b.service.d/}${x}");
  }

  @Test
  void a_list_within_a_text_is_refused() {
    assertThatThrownBy(() -> Expressions.resolve(json("\"x ${host.gpus}\""), VARIABLES))
        .hasMessageContaining("list");
  }

  @Test
  void an_unclosed_expression_is_refused() {
    assertThatThrownBy(() -> Expressions.resolve(json("\"${host.gpus\""), VARIABLES))
        .hasMessageContaining("not closed");
  }
}
