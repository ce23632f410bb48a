package dev.switchback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchback.attempt.AttemptState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers are an interface: scripts branch on them. */
final class ExitCodeTest {
  @ParameterizedTest(name = "{0} ends with {1}")
  @CsvSource({
    "SUCCEEDED, 0",
    "PLANNED, 0",
    "RESOLVED, 0",
    "REFUSED, 4",
    "REJECTED, 4",
    "EXPIRED, 4",
    "ABORTED, 4",
    "ROLLED_BACK, 5",
    "NEEDS_OPERATOR, 6",
    "RUNNING, 1",
  })
  void follows_the_reference(AttemptState state, int code) {
    assertThat(ExitCode.of(state).code()).isEqualTo(code);
  }
}
