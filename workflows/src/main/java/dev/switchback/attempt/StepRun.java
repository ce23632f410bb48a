package dev.switchback.attempt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.change.PlannedStep;
import dev.switchback.expression.EvaluationFailed;
import dev.switchback.expression.Expressions;
import io.temporal.failure.ActivityFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Has one step executed, by exactly one activity, and holds its result against {@code expect}. */
final class StepRun {
  private static final int LONGEST_QUOTE = 300;

  private final Effects effects;
  private final Control control;

  StepRun(Effects effects, Control control) {
    this.effects = effects;
    this.control = control;
  }

  /** A step of the plan; an abort cancels it. */
  StepResult forward(
      PlannedStep planned, StepOrder order, Optional<String> expect, ObjectNode variables) {
    HostActivities host = host(order);
    try {
      return expected(control.interruptibly(() -> host.execute(order)), expect, variables);
    } catch (ActivityFailure e) {
      String cause =
          control
              .stop()
              .map(stop -> "stopped while it ran, " + stop)
              .orElseGet(() -> Failures.message(e));
      return unknown(order.step(), cause, planned.kind() == ActionKind.STATE);
    }
  }

  /** A probe after the undo; nothing cancels it. */
  StepResult afterwards(StepOrder order, Optional<String> expect, ObjectNode variables) {
    try {
      return expected(host(order).execute(order), expect, variables);
    } catch (ActivityFailure e) {
      return unknown(order.step(), Failures.message(e), false);
    }
  }

  static StepResult unknown(String step, String cause, boolean touched) {
    return new StepResult(
        step,
        StepOutcome.UNKNOWN,
        Fields.none(),
        cause,
        List.of("look at the host: what it did is not known"),
        touched,
        List.of(),
        List.of(),
        0);
  }

  /** A step that came to nothing without having been begun. */
  static StepResult unbegun(String step, StepOutcome outcome, String cause) {
    return new StepResult(
        step, outcome, Fields.none(), cause, List.of(), false, List.of(), List.of(), 0);
  }

  private HostActivities host(StepOrder order) {
    return effects.step(order.step() + ": " + order.uses(), atLeastASecond(order.deadline()));
  }

  private static Duration atLeastASecond(Duration deadline) {
    return deadline.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : deadline;
  }

  private static StepResult expected(
      StepResult result, Optional<String> expect, ObjectNode variables) {
    if (!result.outcome().isSuccess() || expect.isEmpty()) {
      return result;
    }
    variables.set("result", result.result());
    try {
      return Expressions.test(expect.get(), variables)
          ? result
          : failed(result, "expected " + expect.get() + ", got " + quote(result));
    } catch (EvaluationFailed e) {
      return failed(result, "expect has no value: " + e.getMessage());
    }
  }

  private static String quote(StepResult result) {
    String text = result.result().toString();
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
  }

  private static StepResult failed(StepResult result, String cause) {
    return new StepResult(
        result.step(),
        StepOutcome.FAILED,
        result.result(),
        cause,
        result.remedies(),
        result.touched(),
        result.quarantined(),
        result.evidence(),
        result.millis());
  }
}
