package dev.switchback.rehearsal.model.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectivesTest {
  @ParameterizedTest
  @CsvSource({"0,SYS,P2P", "1,SYS,SHM", "true,SYS,P2P", "0,PXB,SHM", "2,PHB,P2P", "0,NODE,SHM"})
  void chooses_the_transport_by_the_environment(String disable, String level, Collectives chosen) {
    assertThat(Collectives.chosen(Map.of("NCCL_P2P_DISABLE", disable, "NCCL_P2P_LEVEL", level)))
        .isEqualTo(chosen);
  }
}
