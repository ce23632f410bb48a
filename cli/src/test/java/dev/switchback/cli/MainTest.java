package dev.switchback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MainTest {
  @TempDir Path state = Path.of("");

  private CommandRun run(String command, String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] = command;
    System.arraycopy(more, 0, arguments, 1, more.length);
    arguments[more.length + 1] = "--state";
    arguments[more.length + 2] = state.toString();
    return CommandRun.of(arguments);
  }

  @Test
  void ends_with_2_on_an_unknown_command() {
    assertThat(CommandRun.of("aprove").code()).isEqualTo(2);
  }

  @Test
  void suggests_the_command_that_was_meant() {
    assertThat(CommandRun.of("aprove").err()).contains("approve");
  }

  @Test
  void ends_with_2_on_an_unknown_scenario() {
    assertThat(run("rehearse", "p2p-identity", "--scenario", "fsp-boot-failed").code())
        .isEqualTo(2);
  }

  @Test
  void suggests_the_scenario_that_was_meant() {
    assertThat(run("rehearse", "p2p-identity", "--scenario", "fsp-boot-failed").err())
        .contains("fsp-boot-failure");
  }

  @ParameterizedTest
  @ValueSource(strings = {"p2p-identity", "p2p-disable", "p2p-diagnose"})
  void finds_every_shipped_runbook_valid(String name) {
    assertThat(run("validate", name).code()).isZero();
  }

  @Test
  void ends_with_3_on_an_invalid_runbook() throws IOException {
    Path runbook = Files.writeString(state.resolve("broken.yaml"), "kind: Runbok\n");
    assertThat(run("validate", runbook.toString()).code()).isEqualTo(3);
  }

  @Test
  void ends_with_3_on_a_runbook_that_is_not_there() {
    assertThat(run("validate", "nowhere.yaml").code()).isEqualTo(3);
  }

  @Test
  void ends_with_3_on_a_runbook_that_is_no_text() throws IOException {
    Path runbook = Files.write(state.resolve("bytes.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe});
    assertThat(run("validate", runbook.toString()).code()).isEqualTo(3);
  }

  @Test
  void ends_with_3_on_an_oversized_runbook() throws IOException {
    Path runbook = Files.write(state.resolve("large.yaml"), new byte[(1 << 20) + 1]);
    assertThat(run("validate", runbook.toString()).code()).isEqualTo(3);
  }

  @Test
  void ends_with_3_on_a_folder_in_place_of_a_runbook() {
    assertThat(run("validate", state.toString()).code()).isEqualTo(3);
  }

  @Test
  void ends_with_7_when_no_server_runs() {
    assertThat(run("status", "p2p-identity-abcde", "--server", "dev").code()).isEqualTo(7);
  }

  @Test
  void says_how_to_start_a_server_when_none_runs() {
    assertThat(run("status", "p2p-identity-abcde", "--server", "dev").err())
        .contains("switchback server start");
  }

  @Test
  void ends_with_7_when_the_named_server_does_not_answer() {
    assertThat(run("list", "--server", "127.0.0.1:1").code()).isEqualTo(7);
  }

  @Test
  void ends_with_2_when_there_is_no_trail_to_verify() {
    assertThat(CommandRun.of("audit", "verify", "--state", state.toString()).code()).isEqualTo(2);
  }
}
