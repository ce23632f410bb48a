package dev.switchback.rehearsal.model.pci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchback.rehearsal.model.kernel.ErrorNumber;
import dev.switchback.rehearsal.model.kernel.KernelLog;
import dev.switchback.rehearsal.model.kernel.KernelRefusal;
import dev.switchback.rehearsal.model.kernel.KernelRelease;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupTypeWriteTest {
  private static final String GPU = "0000:01:00.0";
  private final KernelLog log = new KernelLog(Clock.systemUTC());

  private PciBus bus(String release, boolean snp, boolean guard) {
    PciBus bus = new PciBus(new KernelRelease(release, guard), log, snp);
    bus.load(Driver.plain("nvidia", false, "0x2bb5"));
    bus.load(Driver.plain("vfio-pci", true, ""));
    bus.addGroup(7, List.of(new PciFunction(GPU, "0x10de", "0x2bb5", "0x030200", 0, List.of())));
    return bus;
  }

  @ParameterizedTest
  @CsvSource({
    "6.1.0,nvidia,false,EBUSY",
    "6.14.11-4-pve,nvidia,false,EPERM",
    "6.1.0,vfio-pci,false,EBUSY",
    "6.14.11-4-pve,vfio-pci,true,EPERM",
    "6.1.0,vfio-pci,true,EBUSY"
  })
  void refuses_a_group_in_use(String release, String driver, boolean opened, ErrorNumber error) {
    PciBus bus = bus(release, false, false);
    bus.boundAtBoot(GPU, driver, "");
    bus.openThroughVfio(7, opened);
    assertThatThrownBy(() -> bus.writeType(7, "identity\n"))
        .isInstanceOfSatisfying(
            KernelRefusal.class, refusal -> assertThat(refusal.error()).isEqualTo(error));
  }

  @Test
  void accepts_a_vfio_bound_group_that_nobody_opened_from_6_4_on() throws Exception {
    PciBus bus = bus("6.14.11-4-pve", false, false);
    bus.boundAtBoot(GPU, "vfio-pci", "vfio-pci");
    bus.writeType(7, "identity");
    assertThat(bus.group(7).type()).isEqualTo("identity");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Identity", "dma", "blocked", "identity ", " identity", "DMA\n\n", "\n"})
  void refuses_a_word_that_is_no_type(String word) {
    assertThatThrownBy(() -> bus("6.14.11", false, false).writeType(7, word))
        .isInstanceOf(KernelRefusal.class)
        .hasMessageContaining("EINVAL");
  }

  @ParameterizedTest
  @CsvSource({"6.1.0,false,ENOMEM", "6.14.11,true,EINVAL"})
  void refuses_identity_under_snp(String release, boolean guard, String error) {
    assertThatThrownBy(() -> bus(release, true, guard).writeType(7, "identity"))
        .hasMessageContaining(error);
  }

  @Test
  void accepts_identity_under_snp_on_6_14_and_then_rejects_all_dma() throws Exception {
    PciBus bus = bus("6.14.11-4-pve", true, false);
    bus.writeType(7, "identity");
    assertThatThrownBy(() -> bus.bind("nvidia", GPU)).hasMessageContaining("EIO");
    assertThat(log.after(0).get(0).message())
        .contains("ILLEGAL_DEV_TABLE_ENTRY device=0000:01:00.0");
  }

  @ParameterizedTest
  @CsvSource({"DMA,DMA-FQ", "DMA-FQ,''"})
  void changes_to_a_flush_queue_while_bound_only_from_dma(String before, String wanted)
      throws Exception {
    PciBus bus = bus("6.14.11", false, false);
    bus.writeType(7, before);
    bus.boundAtBoot(GPU, "nvidia", "");
    bus.writeType(7, wanted);
    assertThat(bus.group(7).type()).isEqualTo("DMA-FQ");
  }

  @Test
  void refuses_to_bind_where_the_override_names_another_driver() {
    PciBus bus = bus("6.14.11", false, false);
    bus.writeOverride(GPU, "vfio-pci\n");
    assertThatThrownBy(() -> bus.bind("nvidia", GPU)).hasMessageContaining("ENODEV");
  }

  @Test
  void clears_the_override_with_a_newline_alone() {
    PciBus bus = bus("6.14.11", false, false);
    bus.writeOverride(GPU, "none");
    bus.writeOverride(GPU, "\n");
    assertThat(bus.overrideOf(GPU)).isEqualTo("(null)");
  }

  @Test
  void refuses_to_unbind_what_is_not_bound() {
    assertThatThrownBy(() -> bus("6.14.11", false, false).unbind("nvidia", GPU))
        .hasMessageContaining("ENODEV");
  }
}
