package dev.switchback.rehearsal.model.python;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PythonStartTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "import os; os.environ.setdefault('A', '1')|0",
        "import os; os.environ['A'] = '1'|1",
        "this is no Python|0"
      })
  void runs_the_settings_file_on_the_environment(String file, String expected) {
    PythonStart python = new PythonStart(() -> Optional.of(file.getBytes(StandardCharsets.UTF_8)));
    assertThat(python.effective(Map.of("A", "0"))).containsEntry("A", expected);
  }
}
