package dev.switchback.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.switchback.runbook.InvalidRunbook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SettingsReaderTest {
  @TempDir Path directory = Path.of("");

  private Settings read(Map<String, String> environment, Map<String, String> options)
      throws InvalidRunbook {
    Map<String, String> all = new LinkedHashMap<>(Map.of("HOME", "/home/ops"));
    all.putAll(environment);
    return new SettingsReader(all, directory).read(options);
  }

  private void configure(String text) throws IOException {
    Files.writeString(directory.resolve("switchback.yaml"), text);
  }

  @Test
  void keeps_state_below_the_home_folder_by_default() throws InvalidRunbook {
    assertThat(read(Map.of(), Map.of()).state())
        .isEqualTo(Path.of("/home/ops/.local/state/switchback"));
  }

  @Test
  void keeps_state_where_xdg_says() throws InvalidRunbook {
    assertThat(read(Map.of("XDG_STATE_HOME", "/var/ops"), Map.of()).state())
        .isEqualTo(Path.of("/var/ops/switchback"));
  }

  @Test
  void ignores_a_relative_xdg_folder_as_its_specification_asks() throws InvalidRunbook {
    assertThat(read(Map.of("XDG_STATE_HOME", "ops"), Map.of()).state())
        .isEqualTo(Path.of("/home/ops/.local/state/switchback"));
  }

  @Test
  void uses_the_dev_server_unless_told_otherwise() throws InvalidRunbook {
    assertThat(read(Map.of(), Map.of()).server()).isEqualTo(Settings.DEV);
  }

  @Test
  void takes_the_file_over_a_default() throws InvalidRunbook, IOException {
    configure("namespace: gpus\n");
    assertThat(read(Map.of(), Map.of()).namespace()).isEqualTo("gpus");
  }

  @Test
  void takes_the_environment_over_the_file() throws InvalidRunbook, IOException {
    configure("server: temporal.example:7233\n");
    assertThat(read(Map.of("SWITCHBACK_SERVER", "embedded"), Map.of()).server())
        .isEqualTo("embedded");
  }

  @Test
  void takes_an_option_over_the_environment() throws InvalidRunbook {
    assertThat(
            read(Map.of("SWITCHBACK_STATE", "/from/environment"), Map.of("state", "/from/option"))
                .state())
        .isEqualTo(Path.of("/from/option"));
  }

  @Test
  void resolves_a_relative_path_beside_the_file_that_names_it() throws InvalidRunbook, IOException {
    configure("inventory: hosts/inventory.yaml\n");
    assertThat(read(Map.of(), Map.of()).inventory())
        .isEqualTo(directory.resolve("hosts/inventory.yaml"));
  }

  @Test
  void expands_the_home_folder() throws InvalidRunbook, IOException {
    configure("state: ~/switchback\n");
    assertThat(read(Map.of(), Map.of()).state()).isEqualTo(Path.of("/home/ops/switchback"));
  }

  @Test
  void reports_every_error_of_a_file_at_once() throws IOException {
    configure("sate: /x\nnamespace: 3\n");
    assertThatExceptionOfType(InvalidRunbook.class)
        .isThrownBy(() -> read(Map.of(), Map.of()))
        .satisfies(e -> assertThat(e.problems()).hasSize(2));
  }

  @Test
  void says_where_in_the_file_an_unknown_key_is() throws IOException {
    configure("namespace: gpus\nsate: /x\n");
    assertThatExceptionOfType(InvalidRunbook.class)
        .isThrownBy(() -> read(Map.of(), Map.of()))
        .withMessageContaining("switchback.yaml:2:");
  }

  @Test
  void refuses_a_named_file_that_is_not_there() {
    assertThatExceptionOfType(InvalidRunbook.class)
        .isThrownBy(() -> read(Map.of("SWITCHBACK_CONFIG", "missing.yaml"), Map.of()))
        .withMessageContaining("can't be read");
  }
}
