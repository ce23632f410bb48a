package dev.switchback.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchback.testkit.Engine;
import dev.switchback.testkit.FakeHost;
import dev.switchback.testkit.Runbooks;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The change and its way back must fit: two steps of 5 minutes, 3 to undo each, 30 reserve. */
final class AttemptWindowTest {
  private static final String WINDOWED =
      new Runbooks()
          .window("calendar: maintenance, reserve: 30m")
          .step("id: stop, uses: fake.state")
          .step("id: domain, uses: fake.state")
          .text();

  private final Engine engine = new Engine();

  AttemptWindowTest() {
    engine.host.state("stop").state("domain");
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private void open(Duration from, Duration to) {
    engine.windows.open(engine.now().plus(from), engine.now().plus(to));
  }

  @Test
  void runs_in_a_window_that_is_long_enough() {
    open(Duration.ofMinutes(-10), Duration.ofHours(2));

    assertThat(engine.run(WINDOWED).state()).isEqualTo(AttemptState.SUCCEEDED);
  }

  @Test
  void refuses_when_the_steps_fit_but_the_way_back_does_not() {
    open(Duration.ZERO, Duration.ofMinutes(45));

    AttemptOutcome outcome = engine.run(WINDOWED);

    assertThat(outcome.state()).isEqualTo(AttemptState.REFUSED);
    assertThat(outcome.cause())
        .contains("no window of calendar maintenance is long enough: PT46M is needed");
    assertThat(engine.host.calls).containsExactly("plan");
  }

  @Test
  void waits_for_the_next_window() {
    open(Duration.ofHours(5), Duration.ofHours(8));

    AttemptOutcome outcome = engine.run(WINDOWED);

    assertThat(outcome.state()).isEqualTo(AttemptState.SUCCEEDED);
    assertThat(engine.records.events("a1"))
        .anyMatch(event -> event.data().path("to").asText().equals("AWAITING_WINDOW"));
  }

  @Test
  void undoes_when_the_window_no_longer_fits_before_a_step() {
    open(Duration.ZERO, Duration.ofHours(2));
    CountDownLatch latch = new CountDownLatch(1);
    engine.host.onExecute("stop", order -> FakeHost.held(latch, order));
    AttemptWorkflow attempt = engine.start(WINDOWED);
    engine.await(attempt, status -> engine.host.calls.contains("execute stop/1"));
    attempt.pause(new ControlRequest("ana", "lunch", ""));
    latch.countDown();

    AttemptOutcome outcome = engine.outcome(attempt);

    assertThat(outcome.state()).isEqualTo(AttemptState.ROLLED_BACK);
    assertThat(outcome.cause()).contains("the window closes at");
    assertThat(engine.host.calls).contains("undo stop/1").doesNotContain("execute domain/1");
  }

  @Test
  void ends_refused_when_the_window_no_longer_fits_before_the_first_touch() {
    open(Duration.ZERO, Duration.ofHours(2));
    AttemptWorkflow attempt = engine.startPaused(WINDOWED);

    AttemptOutcome outcome = engine.outcome(attempt);

    assertThat(outcome.state()).isEqualTo(AttemptState.REFUSED);
    assertThat(engine.host.calls).noneMatch(call -> call.startsWith("execute"));
  }

  @Test
  void says_when_undo_must_start() {
    open(Duration.ZERO, Duration.ofHours(2));
    engine.host.onExecute("domain", FakeHost::untilCancelled);
    AttemptWorkflow attempt = engine.start(WINDOWED);

    AttemptStatus status =
        engine.await(
            attempt,
            now ->
                now.steps().stream()
                    .anyMatch(
                        step -> step.id().equals("domain") && step.phase().equals("running")));

    assertThat(status.undoBy())
        .contains(status.windowCloses().orElseThrow().minus(Duration.ofMinutes(36)));
    attempt.abort(new ControlRequest("ana", "enough", ""));
    engine.outcome(attempt);
  }
}
