package dev.switchback.rehearsal.model.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchback.rehearsal.model.nvidia.Fabric;
import dev.switchback.rehearsal.model.nvidia.PeerProbe;
import dev.switchback.rehearsal.scenario.Scenario;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedMachineTest {
  private static SeedMachine machine(String scenario) throws Exception {
    return SeedMachine.booted(Scenario.named(scenario).knobs(), Clock.systemUTC());
  }

  private static SeedMachine switched(String scenario) throws Exception {
    SeedMachine machine = machine(scenario);
    for (String gpu : SeedMachine.OWN) {
      machine.bus().unbind("nvidia", gpu);
      machine.bus().writeType(machine.bus().groupOf(gpu).id(), "identity");
      machine.bus().bind("nvidia", gpu);
    }
    return machine;
  }

  private static Fabric.Verdict copy(SeedMachine machine, int source, int target) {
    return machine.fabric().copy(machine.ownGpus().get(source), machine.ownGpus().get(target));
  }

  @Test
  void delivers_right_data_once_switched_in_healthy() throws Exception {
    assertThat(copy(switched("healthy"), 0, 1)).isEqualTo(Fabric.Verdict.OK);
  }

  @Test
  void stays_wrong_once_switched_in_p2p_corrupt() throws Exception {
    assertThat(copy(switched("p2p-corrupt"), 0, 1)).isEqualTo(Fabric.Verdict.MISMATCH);
  }

  @Test
  void is_right_in_the_other_direction_in_p2p_one_direction() throws Exception {
    assertThat(copy(switched("p2p-one-direction"), 1, 0)).isEqualTo(Fabric.Verdict.OK);
  }

  @Test
  void hangs_once_switched_in_p2p_hang() throws Exception {
    assertThat(copy(switched("p2p-hang"), 0, 1)).isEqualTo(Fabric.Verdict.HANG);
  }

  @Test
  void refuses_the_first_bind_in_snp_active() {
    assertThatThrownBy(() -> switched("snp-active")).hasMessageContaining("EIO");
  }

  @Test
  void waits_at_the_unbind_in_unbind_stuck() throws Exception {
    assertThat(machine("unbind-stuck").bus().unbind("nvidia", SeedMachine.OWN.get(0))).isFalse();
  }

  @Test
  void has_the_nic_beside_the_gpu_in_group_shared() throws Exception {
    assertThat(machine("group-shared").bus().groupOf(SeedMachine.OWN.get(0)).members())
        .contains(SeedMachine.NIC);
  }

  @Test
  void refuses_the_type_of_the_running_neighbours_group() throws Exception {
    SeedMachine machine = machine("healthy");
    int group = machine.bus().groupOf(SeedMachine.OTHER.get(0)).id();
    assertThatThrownBy(() -> machine.bus().writeType(group, "identity"))
        .hasMessageContaining("EPERM");
  }

  @Test
  void accepts_the_type_of_the_stopped_neighbours_group() throws Exception {
    SeedMachine machine = machine("healthy");
    machine.guests().qm(List.of("stop", "200"));
    int group = machine.bus().groupOf(SeedMachine.OTHER.get(0)).id();
    machine.bus().writeType(group, "identity");
    assertThat(machine.bus().group(group).type()).isEqualTo("identity");
  }

  @Test
  void probes_every_ordered_pair() throws Exception {
    SeedMachine machine = switched("healthy");
    assertThat(
            new PeerProbe(machine.nvidia(), machine.fabric())
                .run(SeedMachine.OWN, List.of(65536L))
                .lines())
        .hasSize(12 * 2 + 1);
  }
}
