package dev.switchback.rehearsal.model.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchback.rehearsal.model.kernel.KernelLog;
import dev.switchback.rehearsal.model.kernel.KernelRelease;
import dev.switchback.rehearsal.model.pci.Driver;
import dev.switchback.rehearsal.model.pci.PciBus;
import dev.switchback.rehearsal.model.pci.PciFunction;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SysfsTreeTest {
  private static final String GPU = "0000:01:00.0";
  private static final String TYPE = "/sys/kernel/iommu_groups/7/type";
  private final PciBus bus =
      new PciBus(
          new KernelRelease("6.14.11-4-pve", false), new KernelLog(Clock.systemUTC()), false);
  private final SysfsTree tree = new SysfsTree(bus);

  @BeforeEach
  void bind_the_gpu() {
    bus.load(Driver.plain("nvidia", false, "0x2bb5"));
    bus.addGroup(7, List.of(new PciFunction(GPU, "0x10de", "0x2bb5", "0x030200", 0, List.of())));
    bus.boundAtBoot(GPU, "nvidia", "");
  }

  @Test
  void shows_the_type_that_was_written_after_an_unbind() throws Exception {
    tree.write("/sys/bus/pci/drivers/nvidia/unbind", GPU);
    tree.write(TYPE, "identity\n");
    assertThat(tree.texts()).containsEntry(TYPE, "identity\n");
  }

  @Test
  void links_a_function_to_its_driver() {
    assertThat(tree.links())
        .containsEntry("/sys/bus/pci/devices/" + GPU + "/driver", "/sys/bus/pci/drivers/nvidia");
  }
}
