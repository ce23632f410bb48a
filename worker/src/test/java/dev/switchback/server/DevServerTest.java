package dev.switchback.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchback.json.Json;
import dev.switchback.worker.TemporalClients;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DevServerTest {
  @TempDir Path folder = Path.of("");
  private DevServer server = server();

  private DevServer server() {
    // From the PATH, where ./check puts it; else once for all tests, checked by its hash.
    Path installed = Path.of("target", "temporal").toAbsolutePath();
    return new DevServer(folder, new TemporalBinary(System.getenv(), installed, line -> {}));
  }

  @BeforeEach
  void use_the_folder() {
    server = server();
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  private static void kill(DevServer.Running running) throws Exception {
    ProcessHandle process = ProcessHandle.of(running.pid()).orElseThrow();
    process.destroyForcibly();
    process.onExit().get(10, TimeUnit.SECONDS);
  }

  @Test
  void takes_clients_once_it_has_started() throws ServerUnavailable {
    WorkflowClient client = TemporalClients.connect(server.start().address(), "default");
    client.getWorkflowServiceStubs().shutdownNow();
    assertThat(server.running()).isPresent();
  }

  @Test
  void is_adopted_by_who_comes_later() throws ServerUnavailable {
    DevServer.Running first = server.start();
    assertThat(server().start()).isEqualTo(first);
  }

  @Test
  void does_not_count_as_running_after_a_kill() throws Exception {
    kill(server.start());
    assertThat(server.running()).isEmpty();
  }

  @Test
  void comes_back_at_the_same_address_after_a_kill() throws Exception {
    DevServer.Running first = server.start();
    kill(first);
    assertThat(server.start().address()).isEqualTo(first.address());
  }

  @Test
  void keeps_its_workflows_through_a_kill() throws Exception {
    DevServer.Running first = server.start();
    WorkflowClient before = TemporalClients.connect(first.address(), "default");
    WorkflowStub waiting =
        before.newUntypedWorkflowStub(
            "Waiting",
            WorkflowOptions.newBuilder().setWorkflowId("kept").setTaskQueue("nobody").build());
    String run = waiting.start().getRunId();
    before.getWorkflowServiceStubs().shutdownNow();
    kill(first);
    WorkflowClient after = TemporalClients.connect(server.start().address(), "default");
    try {
      assertThat(after.newUntypedWorkflowStub("kept").describe().getExecution().getRunId())
          .isEqualTo(run);
    } finally {
      after.getWorkflowServiceStubs().shutdownNow();
    }
  }

  @Test
  void ends_when_asked() throws ServerUnavailable {
    DevServer.Running running = server.start();
    server.stop();
    assertThat(ProcessHandle.of(running.pid()).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void says_that_nothing_ran_when_asked_to_stop_nothing() {
    assertThat(server.stop()).isFalse();
  }

  @Test
  void spares_a_stranger_that_has_its_process_number_now() throws Exception {
    Process stranger = new ProcessBuilder("sleep", "60").start();
    try {
      note(stranger.pid());
      server.stop();
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly().waitFor();
    }
  }

  private void note(long pid) throws IOException {
    Files.writeString(
        folder.resolve("server.json"),
        Json.canonical(Map.of("address", "127.0.0.1:1", "pid", pid)));
  }
}
