package dev.switchback.rehearsal.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioTest {
  static Stream<String> names() {
    return Scenario.NAMES.stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void reads_every_scenario_that_ships(String name) {
    assertThat(Scenario.named(name).title()).isNotBlank();
  }

  @Test
  void lists_the_scenarios_when_asked_for_an_unknown_one() {
    assertThatThrownBy(() -> Scenario.named("fire")).hasMessageContaining("snp-active");
  }
}
