package dev.switchback.attempt;

import io.temporal.workflow.Workflow;
import java.util.ArrayDeque;
import java.util.Deque;

/** Takes the acts that only a person can decide on, while the undo is not verified. */
final class Operator {
  /** What an operator can do about an undo that is not verified. */
  enum Kind {
    RETRY(EventType.OPERATOR_RETRY, "tried again"),
    SKIP(EventType.OPERATOR_SKIP, "left as it is"),
    RESOLVE(EventType.OPERATOR_RESOLVE, "resolved; the attempt ends");

    private final EventType event;
    private final String message;

    Kind(EventType event, String message) {
      this.event = event;
      this.message = message;
    }
  }

  /** One act. */
  record Act(Kind kind, ControlRequest request) {}

  private final Standing standing;
  private final Journal journal;
  private final Compensation compensation;
  private final Deque<Act> acts = new ArrayDeque<>();

  Operator(Standing standing, Journal journal, Compensation compensation) {
    this.standing = standing;
    this.journal = journal;
    this.compensation = compensation;
  }

  /** Waits for the next act, for as long as it takes. */
  Act next() {
    Workflow.await(() -> !acts.isEmpty());
    return acts.removeFirst();
  }

  void validateRetry(ControlRequest request) {
    requireWait("retry", request);
    if (!request.step().isEmpty()) {
      requireOutstanding(request);
    }
  }

  void validateSkip(ControlRequest request) {
    requireWait("skip", request);
    Refusals.requireReason(request, "skip");
    requireOutstanding(request);
  }

  void validateResolve(ControlRequest request) {
    requireWait("resolve", request);
    Refusals.requireReason(request, "resolve");
  }

  ControlAnswer take(Kind kind, ControlRequest request) {
    acts.addLast(new Act(kind, request));
    journal.record(kind.event, request.person(), Refusals.fields(request)).get();
    String what = request.step().isEmpty() ? "" : request.step() + " is ";
    return new ControlAnswer(true, what + kind.message);
  }

  private void requireWait(String act, ControlRequest request) {
    Refusals.requirePerson(request);
    if (standing.state() != AttemptState.NEEDS_OPERATOR || !acts.isEmpty()) {
      throw Refusals.of(
          act + " is possible only in NEEDS_OPERATOR; the attempt is in " + standing.state(),
          "see 'switchback status' for what it waits for");
    }
  }

  private void requireOutstanding(ControlRequest request) {
    if (!compensation.outstanding().contains(request.step())) {
      throw Refusals.of(
          "the undo of step '" + request.step() + "' is not outstanding",
          compensation.outstanding().isEmpty()
              ? "no step is; use retry without a step, or resolve"
              : "name one of: " + String.join(", ", compensation.outstanding()));
    }
  }
}
