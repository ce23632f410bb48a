package dev.switchback.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.switchback.action.ActionFailed;
import dev.switchback.attempt.StepOrder;
import dev.switchback.attempt.StepOutcome;
import dev.switchback.attempt.StepResult;
import dev.switchback.change.Refusal;
import java.util.List;

/** A step's result in the making. */
record Report(StepResult result) {
  static Report of(StepOrder order, StepOutcome outcome, JsonNode result, boolean touched) {
    return new Report(
        new StepResult(
            order.step(), outcome, result, "", List.of(), touched, List.of(), List.of(), 0));
  }

  static Report refused(StepOrder order, Refusal refusal) {
    return new Report(
        new StepResult(
            order.step(),
            StepOutcome.REFUSED,
            NullNode.getInstance(),
            refusal.toString(),
            refusal.remedies(),
            false,
            List.of(),
            List.of(),
            0));
  }

  static Report failed(StepOrder order, StepOutcome outcome, String cause, List<String> remedies) {
    return new Report(
        new StepResult(
            order.step(),
            outcome,
            NullNode.getInstance(),
            cause,
            remedies,
            true,
            List.of(),
            List.of(),
            0));
  }

  static Report failed(StepOrder order, ActionFailed failure) {
    StepOutcome outcome =
        switch (failure.severity()) {
          case FAILED -> StepOutcome.FAILED;
          case STUCK -> StepOutcome.STUCK;
          case DEGRADED -> StepOutcome.DEGRADED;
        };
    return new Report(
        new StepResult(
            order.step(),
            outcome,
            NullNode.getInstance(),
            String.valueOf(failure.getMessage()),
            failure.remedies(),
            true,
            failure.resources(),
            List.of(),
            0));
  }

  Report untouched() {
    return new Report(
        new StepResult(
            result.step(),
            result.outcome(),
            result.result(),
            result.cause(),
            result.remedies(),
            false,
            result.quarantined(),
            result.evidence(),
            result.millis()));
  }

  Report with(List<String> evidence) {
    return new Report(
        new StepResult(
            result.step(),
            result.outcome(),
            result.result(),
            result.cause(),
            result.remedies(),
            result.touched(),
            result.quarantined(),
            evidence,
            result.millis()));
  }

  Report took(long millis) {
    return new Report(
        new StepResult(
            result.step(),
            result.outcome(),
            result.result(),
            result.cause(),
            result.remedies(),
            result.touched(),
            result.quarantined(),
            result.evidence(),
            millis));
  }
}
