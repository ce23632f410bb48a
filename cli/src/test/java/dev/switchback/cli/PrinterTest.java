package dev.switchback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PrinterTest {
  private final StringWriter written = new StringWriter();
  private final Printer text = new Printer(new PrintWriter(written), false);
  private final Printer json = new Printer(new PrintWriter(written), true);

  @Test
  void prints_no_text_when_json_is_wanted() {
    json.line("for people");
    assertThat(written.toString()).isEmpty();
  }

  @Test
  void prints_no_json_when_text_is_wanted() {
    text.json(Map.of("a", 1));
    assertThat(written.toString()).isEmpty();
  }

  @Test
  void prints_json_on_one_line() {
    json.json(Map.of("a", "two\nlines"));
    assertThat(written.toString()).isEqualToIgnoringNewLines("{\"a\":\"two\\nlines\"}");
  }

  @Test
  void keeps_a_host_from_steering_the_terminal() {
    text.line("\u001b[2Jgone");
    assertThat(written.toString()).isEqualToIgnoringNewLines("?[2Jgone");
  }

  @Test
  void lines_columns_up() {
    text.table(List.of("STEP", "RESULT"), List.of(List.of("benchmark", "MEASURED")));
    assertThat(written.toString().lines())
        .containsExactly("STEP       RESULT", "benchmark  MEASURED");
  }

  @Test
  void prints_the_head_of_a_table_without_rows() {
    text.table(List.of("ATTEMPT", "STATE"), List.of());
    assertThat(written.toString().lines()).containsExactly("ATTEMPT  STATE");
  }
}
