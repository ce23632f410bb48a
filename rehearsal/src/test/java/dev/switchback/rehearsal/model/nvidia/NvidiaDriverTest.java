package dev.switchback.rehearsal.model.nvidia;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchback.rehearsal.model.kernel.KernelLog;
import dev.switchback.rehearsal.model.kernel.KernelRelease;
import dev.switchback.rehearsal.model.pci.PciBus;
import dev.switchback.rehearsal.model.pci.PciFunction;
import dev.switchback.rehearsal.scenario.Scenario;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

class NvidiaDriverTest {
  private final KernelLog log = new KernelLog(Clock.systemUTC());
  private final PciBus bus = new PciBus(new KernelRelease("6.14.11-4-pve", false), log, false);
  private final Gpu first = gpu("0000:01:00.0", 0);
  private final Gpu second = gpu("0000:21:00.0", 1);

  private static Gpu gpu(String address, int minor) {
    long bar1 = 0x24000000000L + minor * 0x10000000000L;
    return new Gpu(
        new PciFunction(
            address,
            "0x10de",
            "0x2bb5",
            "0x030200",
            0,
            List.of(
                new PciFunction.MemoryRange(0xb0000000L, 0xb3ffffffL, 0x40200),
                new PciFunction.MemoryRange(bar1, bar1 + 0x1fffffffffL, 0x14220c))),
        minor,
        "GPU-" + minor);
  }

  private NvidiaDriver driver(Scenario.Fsp fsp, boolean hangs) {
    NvidiaDriver driver = new NvidiaDriver(log, bus, fsp, hangs);
    bus.load(driver);
    for (Gpu gpu : List.of(first, second)) {
      bus.addGroup(10 + gpu.minor(), List.of(gpu.function()));
      driver.add(gpu);
      bus.boundAtBoot(gpu.address(), "nvidia", "");
    }
    return driver;
  }

  private void move(String type) throws Exception {
    for (Gpu gpu : List.of(first, second)) {
      bus.unbind("nvidia", gpu.address());
      bus.writeType(10 + gpu.minor(), type);
      bus.bind("nvidia", gpu.address());
    }
  }

  @Test
  void fails_at_first_use_under_identity() throws Exception {
    NvidiaDriver driver = driver(Scenario.Fsp.FAILS_UNDER_IDENTITY, false);
    move("identity");
    assertThat(driver.initialise(first)).isFalse();
  }

  @Test
  void boots_again_after_the_way_back() throws Exception {
    NvidiaDriver driver = driver(Scenario.Fsp.FAILS_UNDER_IDENTITY, false);
    move("identity");
    driver.initialise(first);
    move("DMA-FQ");
    assertThat(driver.initialise(first)).isTrue();
  }

  @Test
  void stays_dead_after_the_way_back_when_stuck() throws Exception {
    NvidiaDriver driver = driver(Scenario.Fsp.STUCK_UNTIL_REBOOT, false);
    move("identity");
    driver.initialise(first);
    move("DMA-FQ");
    assertThat(driver.initialise(first)).isFalse();
  }

  @Test
  void waits_without_end_for_a_user_at_unbind() throws Exception {
    NvidiaDriver driver = driver(Scenario.Fsp.NONE, false);
    driver.open(new NvidiaDriver.Holder(1733, "nv-hostengine", 0, 0));
    assertThat(bus.unbind("nvidia", first.address())).isFalse();
  }

  @Test
  void loses_peer_writes_under_translation_at_an_address_in_the_peers_window() {
    driver(Scenario.Fsp.NONE, false);
    new Fabric(bus, log, Scenario.Fabric.SOUND).copy(first, second);
    assertThat(log.after(0).get(0).message())
        .isEqualTo(
            "nvidia 0000:01:00.0: AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x000c"
                + " address=0x34000010000 flags=0x0030]");
  }

  @Test
  void delivers_peer_writes_under_identity() throws Exception {
    driver(Scenario.Fsp.NONE, false);
    move("identity");
    assertThat(new Fabric(bus, log, Scenario.Fabric.SOUND).copy(first, second))
        .isEqualTo(Fabric.Verdict.OK);
  }

  @Test
  void lists_the_gpus_that_boot() {
    NvidiaDriver driver = driver(Scenario.Fsp.NONE, false);
    assertThat(
            new NvidiaSmi(driver)
                .run(List.of("--query-gpu=index,pci.bus_id", "--format=csv,noheader,nounits")))
        .isEqualTo(new NvidiaSmi.Answer(0, "0, 00000000:01:00.0\n1, 00000000:21:00.0\n"));
  }
}
