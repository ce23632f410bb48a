package dev.switchback.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.switchback.catalogue.testkit.FlagshipCatalogue;
import dev.switchback.expression.Expressions;
import dev.switchback.json.Json;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunbookReaderTest {
  private static final String HEAD =
      """
      apiVersion: switchback/v1
      kind: Runbook
      metadata: {name: x, title: X}
      """;

  static String shipped(String name) throws Exception {
    try (InputStream in =
        RunbookReaderTest.class.getResourceAsStream("/switchback/runbooks/" + name + ".yaml")) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Runbook read(String text) throws InvalidRunbook {
    return RunbookReader.read("x.yaml", text, FlagshipCatalogue.descriptors());
  }

  private static List<String> problems(String text) {
    InvalidRunbook invalid = catchThrowableOfType(InvalidRunbook.class, () -> read(text));
    assertThat(invalid).as("the text must be refused").isNotNull();
    return invalid.problems().stream().map(Problem::toString).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"p2p-identity", "p2p-disable", "p2p-diagnose"})
  void the_shipped_runbooks_are_valid(String name) throws Exception {
    Runbook runbook = read(shipped(name));

    assertThat(runbook.name()).isEqualTo(name);
    assertThat(RunbookReader.reread(shipped(name))).isEqualTo(runbook);
  }

  @Test
  void the_flagship_is_read_whole() throws Exception {
    Runbook runbook = read(shipped("p2p-identity"));

    assertThat(runbook.steps())
        .extracting(Runbook.Step::id)
        .containsExactly(
            "investigate",
            "baseline",
            "snapshot",
            "stop",
            "domain",
            "p2p",
            "nccl-env",
            "start",
            "ready",
            "benchmark");
    assertThat(runbook.approvals())
        .extracting(Runbook.ApprovalGate::id)
        .containsExactly("own", "neighbour", "override");
    assertThat(runbook.window())
        .hasValueSatisfying(
            window -> assertThat(window.reserve()).isEqualTo(Duration.ofMinutes(30)));
  }

  @Nested
  class Refuses {
    @Test
    void an_empty_file() {
      assertThat(problems(""))
          .singleElement()
          .asString()
          .startsWith("x.yaml:1:1: the file is empty");
    }

    @Test
    void a_duplicate_key_where_it_is_repeated() {
      assertThat(problems(HEAD + "steps:\n- {id: a, uses: gpu.p2p}\nkind: Runbook\n"))
          .singleElement()
          .asString()
          .startsWith("x.yaml:6:1: the key 'kind' is here twice");
    }

    @Test
    void an_unknown_key_with_the_one_that_was_meant() {
      assertThat(problems(HEAD + "steps:\n- {id: a, uses: gpu.p2p, expects: 'true'}\n"))
          .singleElement()
          .asString()
          .startsWith("x.yaml:5:26: unknown key 'expects'")
          .endsWith("did you mean 'expect'?");
    }

    @Test
    void an_unknown_action_with_the_one_that_was_meant() {
      assertThat(problems(HEAD + "steps:\n- {id: a, uses: iommu.domian}\n"))
          .singleElement()
          .asString()
          .startsWith("x.yaml:5:17: there is no action 'iommu.domian'")
          .endsWith("did you mean 'iommu.domain'?");
    }

    @Test
    void an_input_that_the_action_does_not_take() {
      assertThat(problems(HEAD + "steps:\n- {id: a, uses: env.nccl, with: {profile: fast}}\n"))
          .singleElement()
          .asString()
          .startsWith("x.yaml:5:43: ")
          .contains("p2p-on");
    }

    @Test
    void an_expression_of_the_wrong_type_in_an_input() {
      String text =
          HEAD
              + "parameters: {n: {type: number, description: d, default: 1}}\n"
              + "steps:\n- {id: a, uses: systemd.state, with: {unit: \"${params.n}\"}}\n";
      assertThat(problems(text)).singleElement().asString().startsWith("x.yaml:6:45: ");
    }

    @Test
    void a_result_in_an_input_since_inputs_are_what_is_approved() {
      String text =
          HEAD
              + "steps:\n- {id: a, uses: gpu.p2p}\n"
              + "- {id: b, uses: systemd.state, with: {unit: \"${steps.a.result.verdict}\"}}\n";
      assertThat(problems(text))
          .singleElement()
          .asString()
          .contains("belongs to the approved plan")
          .contains("'if' or 'expect'");
    }

    @Test
    void a_forward_reference() {
      String text =
          HEAD
              + "steps:\n- {id: a, uses: gpu.p2p, if: steps.b.result.pairsOk > 1}\n"
              + "- {id: b, uses: gpu.p2p}\n";
      assertThat(problems(text))
          .singleElement()
          .asString()
          .startsWith("x.yaml:5:30: step 'b' has no result yet")
          .contains("move it before");
    }

    @Test
    void a_result_field_that_does_not_exist() {
      assertThat(problems(HEAD + "steps:\n- {id: a, uses: gpu.p2p, expect: result.pairOk == 1}\n"))
          .singleElement()
          .asString()
          .contains("no result field 'pairOk'")
          .contains("did you mean 'pairsOk'?");
    }

    @Test
    void a_field_of_a_step_with_a_dash_in_its_id() {
      String text =
          HEAD
              + "steps:\n- {id: my-p2p, uses: gpu.p2p}\n"
              + "- {id: b, uses: gpu.p2p, if: 'steps[\"my-p2p\"].result.nope == 1'}\n";
      assertThat(problems(text)).singleElement().asString().contains("'nope'");
    }

    @Test
    void types_that_do_not_fit() {
      assertThat(problems(HEAD + "steps:\n- {id: a, uses: gpu.p2p, expect: result.verdict > 1}\n"))
          .singleElement()
          .asString()
          .contains("no matching overload");
    }

    @Test
    void a_condition_that_is_no_yes_or_no() {
      assertThat(problems(HEAD + "steps:\n- {id: a, uses: gpu.p2p, expect: result.pairsOk}\n"))
          .singleElement()
          .asString()
          .contains("not a yes or no");
    }

    @Test
    void a_state_action_after_a_rollback() {
      String text =
          HEAD + "steps: [{id: a, uses: gpu.p2p}]\nafterRollback: [{id: b, uses: env.nccl}]\n";
      assertThat(problems(text)).singleElement().asString().contains("only probes");
    }

    @Test
    void a_gate_that_nobody_is_named_for() {
      String text = HEAD + "gates: {approvals: [{id: g}]}\nsteps: [{id: a, uses: gpu.p2p}]\n";
      assertThat(problems(text)).singleElement().asString().contains("who may approve");
    }

    @Test
    void a_duration_that_is_none() {
      String text =
          HEAD + "gates: {window: {calendar: c, reserve: PT}}\nsteps: [{id: a, uses: gpu.p2p}]\n";
      assertThat(problems(text)).singleElement().asString().startsWith("x.yaml:4:40: 'PT'");
    }

    @Test
    void everything_at_once_in_the_order_of_the_file() {
      String text =
          HEAD + "steps:\n- {id: a, uses: nope}\n- {id: a, uses: gpu.p2p, expect: result.x == 1}\n";
      InvalidRunbook invalid = catchThrowableOfType(InvalidRunbook.class, () -> read(text));

      assertThat(invalid.problems()).hasSize(3).isSorted();
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "a: &x 1\\nb: *x|aliases",
          "a: !!python/object 1|tags",
          "a: 1\\n---\\nb: 2|second document",
          "a: [1|not readable",
          "? [1]\\n: 2|a key must be a word"
        })
    void yaml_tricks(String text, String reason) {
      assertThat(String.join("\n", problems(text.replace("\\n", "\n")))).contains(reason);
    }

    @Test
    void a_file_of_more_than_a_mebibyte() {
      assertThat(problems("#".repeat((1 << 20) + 1))).singleElement().asString().contains("1 MiB");
    }

    @Test
    void a_file_of_more_than_a_mebibyte_in_utf_8() {
      assertThat(problems("#" + "\u4e2d".repeat(400_000)))
          .singleElement()
          .asString()
          .contains("1 MiB");
    }

    @Test
    void an_escape_that_names_no_character() {
      assertThat(problems(HEAD + "x: \"\\UFFFFFFFF\"\n"))
          .singleElement()
          .asString()
          .contains("names no character");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT2562047788015215H", "367d", "0s"})
    void a_deadline_that_a_workflow_could_not_wait_for(String deadline) {
      assertThat(problems(HEAD + "steps: [{id: a, uses: gpu.p2p, deadline: " + deadline + "}]\n"))
          .singleElement()
          .asString()
          .startsWith("x.yaml:4:42: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\e[2J", "\\u202e", "\\u2028", "\\n"})
    void a_title_that_shows_something_else_than_it_says(String trick) {
      assertThat(
              problems(
                  HEAD.replace("title: X", "title: \"X" + trick + "\"")
                      + "steps: [{id: a, uses: gpu.p2p}]\n"))
          .singleElement()
          .asString()
          .startsWith("x.yaml:3:28: ");
    }

    @Test
    void a_key_without_letting_it_forge_a_line_of_the_answer() {
      assertThat(
              problems(HEAD + "\"a\\e[2J\\nx.yaml: fine\": 1\nsteps: [{id: a, uses: gpu.p2p}]\n"))
          .singleElement()
          .asString()
          .startsWith("x.yaml:4:1: unknown key 'a?[2J?x.yaml: fine'");
    }

    @Test
    void very_many_problems_in_a_short_answer() {
      StringBuilder text = new StringBuilder(HEAD + "steps: [{id: a, uses: gpu.p2p}]\n");
      for (int i = 0; i < 20_000; i++) {
        text.append('k').append(i).append(": 1\n");
      }

      assertThat(problems(text.toString()))
          .hasSize(101)
          .last()
          .asString()
          .startsWith("x.yaml:105:1: and 19900 more problems");
    }

    @Test
    void more_values_than_a_runbook_can_need() {
      assertThat(problems("a: [" + "1,".repeat(60_000) + "]"))
          .singleElement()
          .asString()
          .contains("more than 50000");
    }

    @Test
    void an_allowed_value_of_another_type() {
      String text =
          HEAD
              + "parameters: {n: {type: integer, description: d, allowed: [1, b]}}\n"
              + "steps: [{id: a, uses: gpu.p2p}]\n";
      assertThat(problems(text)).singleElement().asString().startsWith("x.yaml:4:62: ");
    }

    @Test
    void nesting_without_end() {
      assertThat(problems("[".repeat(100_000))).singleElement().asString().contains("not readable");
    }
  }

  @Nested
  class Parameters {
    private static final String DECLARED =
        HEAD
            + """
            parameters:
              n: {type: integer, description: a number, default: 3}
              s: {type: string, description: a text}
              m: {type: string, description: a mode, default: a, allowed: [a, b]}
            steps: [{id: a, uses: gpu.p2p}]
            """;

    private com.fasterxml.jackson.databind.JsonNode complete(Map<String, Object> given)
        throws InvalidRunbook {
      return RunbookReader.parameters(read(DECLARED), Json.tree(given));
    }

    @Test
    void defaults_are_filled_in() throws Exception {
      assertThat(complete(Map.of("s", "x")))
          .isEqualTo(Json.tree(Map.of("n", 3, "s", "x", "m", "a")));
    }

    @Test
    void shell_characters_and_newlines_are_data() throws Exception {
      String hostile = "'; rm -rf / #\n$(reboot) `id` * -x \"";

      assertThat(complete(Map.of("s", hostile)).path("s").asText()).isEqualTo(hostile);
    }

    @Test
    void a_number_written_without_a_point_divides_as_a_number() throws Exception {
      Runbook runbook =
          read(
              HEAD
                  + "parameters: {n: {type: number, description: d}}\n"
                  + "steps: [{id: a, uses: gpu.p2p}]\n");
      com.fasterxml.jackson.databind.JsonNode params =
          RunbookReader.parameters(runbook, Json.tree(Map.of("n", 5)));

      assertThat(Expressions.test("params.n / 2 == 2.5", Json.tree(Map.of("params", params))))
          .isTrue();
    }

    @Test
    void an_allowed_number_counts_whatever_its_width() throws Exception {
      Runbook runbook =
          read(
              HEAD
                  + "parameters: {n: {type: number, description: d, allowed: [1, 2.5]}}\n"
                  + "steps: [{id: a, uses: gpu.p2p}]\n");

      assertThat(RunbookReader.parameters(runbook, Json.tree(Map.of("n", 1.0))).path("n").asInt())
          .isEqualTo(1);
    }

    @Test
    void an_input_is_checked_again_once_its_expressions_have_values() {
      com.fasterxml.jackson.databind.JsonNode schema =
          Json.tree(Map.of("properties", Map.of("profile", Map.of("enum", List.of("p2p-on")))));
      Runbook.Step step =
          new Runbook.Step(
              "env",
              "env.nccl",
              Json.tree(Map.of()),
              java.util.Optional.empty(),
              java.util.Optional.empty(),
              java.util.Optional.empty());

      assertThatThrownBy(
              () -> RunbookReader.checkResolved(step, Json.tree(Map.of("profile", "rm")), schema))
          .isInstanceOf(InvalidRunbook.class)
          .hasMessageContaining("step env")
          .hasMessageContaining("/profile");
    }

    @Test
    void a_missing_one_is_named() {
      assertThatThrownBy(() -> complete(Map.of()))
          .hasMessageContaining("parameter s")
          .hasMessageContaining("-p s=");
    }

    @Test
    void an_unknown_one_is_named() {
      assertThatThrownBy(() -> complete(Map.of("s", "x", "nn", 1)))
          .hasMessageContaining("parameter nn");
    }

    @Test
    void another_type_is_refused() {
      assertThatThrownBy(() -> complete(Map.of("s", 1))).hasMessageContaining("no string");
    }

    @Test
    void a_value_that_is_not_allowed_is_refused() {
      assertThatThrownBy(() -> complete(Map.of("s", "x", "m", "c")))
          .hasMessageContaining("not allowed");
    }

    @Test
    void a_control_character_is_refused() {
      assertThatThrownBy(() -> complete(Map.of("s", "a\u0007")))
          .hasMessageContaining("control character");
    }
  }

  @Property(tries = 300)
  void any_text_is_read_or_refused_with_places_inside_it(@ForAll String text) {
    assertReadOrRefused(text);
  }

  @Property(tries = 300)
  void a_mutated_runbook_is_read_or_refused_with_places_inside_it(
      @ForAll("mutations") String text) {
    assertReadOrRefused(text);
  }

  private static void assertReadOrRefused(String text) {
    try {
      read(text);
    } catch (InvalidRunbook invalid) {
      long lines = text.lines().count() + 2;
      assertThat(invalid.problems())
          .isNotEmpty()
          .allSatisfy(
              problem -> {
                assertThat((long) problem.line()).isBetween(1L, lines);
                assertThat(problem.column()).isPositive();
              });
    }
  }

  @Provide
  Arbitrary<String> mutations() throws Exception {
    String text = shipped("p2p-identity");
    return Arbitraries.integers()
        .between(0, text.length() - 1)
        .flatMap(
            at ->
                Arbitraries.strings()
                    .ofMaxLength(6)
                    .map(
                        insert ->
                            text.substring(0, at)
                                + insert
                                + text.substring(Math.min(text.length(), at + insert.length()))));
  }
}
