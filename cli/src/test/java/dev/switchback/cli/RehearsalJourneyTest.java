package dev.switchback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * The command {@code rehearse}, from plan to end: a real Temporal server, real SSH, real
 * signatures, a simulated host.
 */
class RehearsalJourneyTest {
  /** Kept between tests, so that the server's program is fetched once. */
  private static final Path STATE = Path.of("target", "journeys").toAbsolutePath();

  private record Ran(int exit, JsonNode json) {
    List<String> texts(String field) {
      List<String> texts = new ArrayList<>();
      json.path(field).forEach(node -> texts.add(node.asText()));
      return texts;
    }

    Map<String, String> steps() {
      Map<String, String> steps = new LinkedHashMap<>();
      json.path("steps")
          .forEach(step -> steps.put(step.path("id").asText(), step.path("result").asText()));
      return steps;
    }

    String cause() {
      return json.path("cause").asText();
    }
  }

  private static Ran rehearse(String runbook, String scenario) throws Exception {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int exit =
        line.execute(
            "rehearse", runbook, "--scenario", scenario, "--json", "--state", STATE.toString());
    String last = out.toString().strip().lines().reduce((a, b) -> b).orElse("{}");
    assertThat(err.toString()).isEmpty();
    return new Ran(exit, Json.mapper().readTree(last));
  }

  @Test
  void a_healthy_host_ends_on_identity_with_peer_copies_in_use_and_the_neighbour_untouched()
      throws Exception {
    Ran ran = rehearse("p2p-identity", "healthy");

    assertThat(ran.exit()).isZero();
    assertThat(ran.steps().values()).isSubsetOf("APPLIED", "UNCHANGED", "MEASURED");
    List<String> changes = ran.texts("hostChanges");
    assertThat(changes.stream().filter(change -> change.contains("DMA-FQ -> identity"))).hasSize(4);
    assertThat(changes)
        .noneMatch(change -> change.contains("0000:81") || change.contains("vm 200"));
    JsonNode benchmark = ran.json().path("steps").path(9).path("measured");
    assertThat(benchmark.path("transport").asText()).isEqualTo("P2P");
  }

  @Test
  void a_canary_whose_firmware_does_not_boot_is_undone_to_the_byte() throws Exception {
    Ran ran = rehearse("p2p-identity", "fsp-boot-failure");

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.cause()).contains("0000:01:00.0").contains("NVRM:").contains("FSP");
    assertThat(ran.texts("compensated")).startsWith("domain", "stop");
    assertThat(ran.texts("hostChanges")).isEmpty();
    assertThat(ran.json().path("restoration").path("different")).isEmpty();
  }

  @Test
  void a_canary_that_no_reset_revives_leaves_an_attempt_that_waits_for_an_operator()
      throws Exception {
    Ran ran = rehearse("p2p-identity", "fsp-boot-stuck");

    assertThat(ran.exit()).isEqualTo(6);
    assertThat(ran.json().path("outcome").asText()).isEqualTo("NEEDS_OPERATOR");
    assertThat(ran.cause()).contains("FSP");
  }

  @Test
  void sev_snp_is_refused_before_anything_is_touched_and_the_remedies_are_named() throws Exception {
    Ran ran = rehearse("p2p-identity", "snp-active");

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(ran.cause()).contains("iommu.snp-identity");
    assertThat(ran.texts("remedies")).isNotEmpty();
    assertThat(ran.texts("hostChanges")).isEmpty();
    assertThat(ran.steps()).isEmpty();
  }

  @Test
  void the_safe_profile_is_proven_on_a_host_with_corrupting_peer_copies() throws Exception {
    Ran ran = rehearse("p2p-disable", "p2p-corrupt");

    assertThat(ran.exit()).isZero();
    assertThat(ran.steps()).containsEntry("benchmark", "MEASURED");
  }

  @Test
  void a_diagnosis_names_corruption_under_translation_and_changes_nothing() throws Exception {
    Ran ran = rehearse("p2p-diagnose", "snp-active");

    assertThat(ran.exit()).isZero();
    JsonNode diagnosis = ran.json().path("steps").path(1).path("measured");
    assertThat(diagnosis.path("cause").asText()).isEqualTo("iommu-corruption");
    assertThat(diagnosis.path("remedies")).isNotEmpty();
    assertThat(ran.texts("hostChanges")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "identity-accepted-but-illegal,ILLEGAL_DEV_TABLE_ENTRY",
    "p2p-one-direction,MISMATCH",
    "p2p-hang,HANG",
    "nccl-falls-back-to-shm,transport",
    "benchmark-regression,outputThroughput",
    "disk-full,ENOSPC"
  })
  void what_fails_on_the_way_is_undone_to_the_byte(String scenario, String cause) throws Exception {
    Ran ran = rehearse("p2p-identity", scenario);

    assertThat(ran.exit()).as(ran.json().toString()).isEqualTo(5);
    assertThat(ran.cause()).contains(cause);
    assertThat(ran.texts("hostChanges")).isEmpty();
  }

  @Test
  void a_nic_in_the_canarys_group_is_refused() throws Exception {
    Ran ran = rehearse("p2p-identity", "group-shared");

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(ran.cause()).contains("iommu.shared-group");
  }
}
