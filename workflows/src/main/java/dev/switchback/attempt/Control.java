package dev.switchback.attempt;

import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Functions;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Pause, resume, abort: what stops or holds an attempt from outside. */
final class Control {
  /** Who is named when the workflow itself was cancelled. */
  static final String CANCELLATION = "cancellation";

  /** Somebody wants the attempt to end and everything undone. */
  record Stop(String person, String reason) {
    @Override
    public String toString() {
      return "aborted by " + person + ": " + reason;
    }
  }

  private final boolean undoing;
  private final Standing standing;
  private final Journal journal;
  private boolean paused;
  private @Nullable Stop stop;

  /**
   * @param undoing whether the whole attempt is an undo, which nothing stops
   */
  Control(boolean undoing, Standing standing, Journal journal) {
    this.undoing = undoing;
    this.standing = standing;
    this.journal = journal;
  }

  boolean isPaused() {
    return paused;
  }

  boolean isStopped() {
    return stop != null;
  }

  Optional<Stop> stop() {
    return Optional.ofNullable(stop);
  }

  /** Waits for the condition or for a stop. */
  void await(BooleanSupplier condition) {
    Workflow.await(() -> isStopped() || condition.getAsBoolean());
  }

  /**
   * Waits for the condition or for a stop.
   *
   * @return false if neither came within {@code patience}
   */
  boolean await(Duration patience, BooleanSupplier condition) {
    if (isStopped() || condition.getAsBoolean()) {
      return true;
    }
    return !patience.isNegative()
        && !patience.isZero()
        && Workflow.await(patience, () -> isStopped() || condition.getAsBoolean());
  }

  /**
   * Runs an activity that a stop cancels. One that does not heed it is waited for.
   *
   * @throws io.temporal.failure.ActivityFailure as the activity; with a {@code CanceledFailure}
   *     inside if the stop cancelled it
   */
  <T> T interruptibly(Functions.Func<T> activity) {
    List<Promise<T>> started = new ArrayList<>(1);
    CancellationScope scope =
        Workflow.newCancellationScope(() -> started.add(Async.function(activity)));
    scope.run();
    Promise<T> running = started.get(0);
    await(running::isCompleted);
    if (!running.isCompleted()) {
      scope.cancel(String.valueOf(stop));
    }
    return running.get();
  }

  void validatePause(ControlRequest request) {
    Refusals.requirePerson(request);
    if (paused) {
      throw Refusals.of("the attempt is paused already", "resume it first");
    }
    requireForward("pause");
  }

  ControlAnswer pause(ControlRequest request) {
    paused = true;
    return recorded(
        EventType.ATTEMPT_PAUSED, request, "holds before the next step, until it is resumed");
  }

  void validateResume(ControlRequest request) {
    Refusals.requirePerson(request);
    if (!paused) {
      throw Refusals.of("the attempt is not paused", "nothing needs to be done");
    }
  }

  ControlAnswer resume(ControlRequest request) {
    paused = false;
    return recorded(EventType.ATTEMPT_RESUMED, request, "goes on");
  }

  void validateAbort(ControlRequest request) {
    Refusals.requirePerson(request);
    Refusals.requireReason(request, "abort");
    if (stop != null) {
      throw Refusals.of("the attempt is being stopped already: " + stop, "wait for its end");
    }
    requireForward("abort");
  }

  ControlAnswer abort(ControlRequest request) {
    stop = new Stop(request.person(), request.reason());
    paused = false;
    return recorded(
        EventType.ABORT_REQUESTED, request, "ends; whatever was touched is undone, in order");
  }

  /** The workflow was cancelled through Temporal: the same as an abort. */
  void cancelled(@Nullable String reason) {
    ControlRequest request =
        new ControlRequest(
            CANCELLATION,
            reason == null || reason.isEmpty() ? "the workflow was cancelled" : reason,
            "");
    try {
      validateAbort(request);
    } catch (ApplicationFailure refused) {
      journal.record(
          EventType.CONTROL_REFUSED, CANCELLATION, Refusals.fields("abort", request, refused));
      return;
    }
    stop = new Stop(request.person(), request.reason());
    paused = false;
    journal.record(EventType.ABORT_REQUESTED, CANCELLATION, Refusals.fields(request));
  }

  private ControlAnswer recorded(EventType type, ControlRequest request, String message) {
    journal.record(type, request.person(), Refusals.fields(request)).get();
    return new ControlAnswer(true, message);
  }

  private void requireForward(String act) {
    AttemptState state = standing.state();
    if (undoing) {
      throw Refusals.of(
          act + " is not possible: this attempt undoes another", "wait until the undo has ended");
    }
    switch (state) {
      case PLANNING, AWAITING_APPROVAL, AWAITING_WINDOW, AWAITING_HOST, RUNNING -> {}
      case COMPENSATING ->
          throw Refusals.of(
              act + " is not possible: the attempt is being undone already",
              "wait until the undo has ended");
      case NEEDS_OPERATOR ->
          throw Refusals.of(
              act + " is not possible: the undo needs an operator", "use retry, skip or resolve");
      default ->
          throw Refusals.of(
              act + " is not possible: the attempt ended as " + state, "start a new attempt");
    }
  }
}
