package dev.switchback.rehearsal.model.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchback.rehearsal.model.seed.SeedMachine;
import dev.switchback.rehearsal.model.systemd.UnitFile;
import dev.switchback.rehearsal.scenario.Scenario;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SglangServiceTest {
  private final BlockingQueue<String> journal = new LinkedBlockingQueue<>();

  private boolean saidWithin10Seconds(String text) throws InterruptedException {
    String line = journal.poll(10, TimeUnit.SECONDS);
    while (line != null && !line.contains(text)) {
      line = journal.poll(10, TimeUnit.SECONDS);
    }
    return line != null;
  }

  @Test
  void becomes_ready_over_shared_memory() throws Exception {
    SeedMachine machine = SeedMachine.booted(Scenario.named("healthy").knobs(), Clock.systemUTC());
    try (SglangService service =
        new SglangService(
            machine.nvidia(),
            machine.fabric(),
            machine.ownGpus(),
            environment -> environment,
            new SglangService.Faults(false, false, false),
            journal::add,
            Duration.ofMillis(5))) {
      service.start(UnitFile.parse(List.of("[Service]\nEnvironment=NCCL_P2P_DISABLE=1\n")));
      assertThat(saidWithin10Seconds("ready to roll")).isTrue();
    }
  }
}
