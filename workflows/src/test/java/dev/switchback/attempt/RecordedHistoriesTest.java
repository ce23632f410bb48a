package dev.switchback.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchback.expression.Expressions;
import dev.switchback.lease.LeaseWorkflowImpl;
import dev.switchback.payload.Payloads;
import dev.switchback.testkit.Engine;
import dev.switchback.testkit.FakeHost;
import dev.switchback.testkit.Runbooks;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every change of the engine must still replay the histories in {@code histories/}. To record new
 * ones, for a release: {@code mvn test -Dtest=RecordedHistoriesTest -Dhistories.record=DIRECTORY}.
 */
final class RecordedHistoriesTest {
  private static final String RUNBOOK =
      new Runbooks()
          .approval("id: own, role: operator, count: 1, reason: the change, expires: 24h")
          .step("id: look, uses: fake.probe")
          .step("id: stop, uses: fake.state")
          .step("id: domain, uses: fake.state")
          .step("id: p2p, uses: fake.probe, expect: 'result.value == 7'")
          .text();

  private static void replay(String history) throws Exception {
    Expressions.warm();
    TestEnvironmentOptions options =
        TestEnvironmentOptions.newBuilder()
            .setWorkflowClientOptions(
                WorkflowClientOptions.newBuilder().setDataConverter(Payloads.converter()).build())
            .build();
    try (TestWorkflowEnvironment environment = TestWorkflowEnvironment.newInstance(options)) {
      Worker worker = environment.newWorker(AttemptWorkflow.TASK_QUEUE);
      worker.registerWorkflowImplementationTypes(
          AttemptWorkflowImpl.class, LeaseWorkflowImpl.class);
      WorkflowReplayer.replayWorkflowExecution(WorkflowExecutionHistory.fromJson(history), worker);
    }
  }

  private static String recorded(String name) throws IOException {
    String path = "/histories/" + name + ".json";
    try (InputStream stream = RecordedHistoriesTest.class.getResourceAsStream(path)) {
      assertThat(stream).as(path).isNotNull();
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"success", "rollback"})
  void replays(String name) throws Exception {
    replay(recorded(name));
  }

  @Test
  void does_not_replay_a_history_in_which_another_step_was_executed() throws IOException {
    String altered =
        recorded("success").replaceFirst("\"name\": \"host.Execute\"", "\"name\": \"host.Unlock\"");

    assertThatThrownBy(() -> replay(altered)).hasMessageContaining("NonDeterministic");
  }

  @Test
  @EnabledIfSystemProperty(named = "histories.record", matches = ".+")
  void records() throws IOException {
    Path directory = Files.createDirectories(Path.of(System.getProperty("histories.record")));
    try (Engine engine = new Engine()) {
      Files.writeString(directory.resolve("success.json"), record(engine));
    }
    try (Engine engine = new Engine()) {
      engine.host.onExecute(
          "domain", order -> FakeHost.result(order, StepOutcome.FAILED, "kgspBootstrap failed"));
      Files.writeString(directory.resolve("rollback.json"), record(engine));
    }
  }

  private static String record(Engine engine) {
    engine.host.probe("look").state("stop").state("domain").probe("p2p");
    AttemptWorkflow attempt = engine.start(RUNBOOK);
    engine.await(attempt, AttemptState.AWAITING_APPROVAL);
    attempt.decide(engine.approval(attempt, "ana", "own"));
    engine.outcome(attempt);
    return engine.history("a1");
  }
}
