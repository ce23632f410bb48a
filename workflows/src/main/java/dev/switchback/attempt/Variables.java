package dev.switchback.attempt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.change.Plan;
import java.util.Collection;

/** What expressions see. */
final class Variables {
  private Variables() {}

  /** {@code params} and {@code host}. */
  static ObjectNode of(Plan plan) {
    ObjectNode variables = Fields.none();
    variables.set("params", plan.parameters());
    variables.set("host", plan.hostFacts());
    return variables;
  }

  /** The same, and {@code steps.ID.result} and {@code .outcome} of the steps that ended. */
  static ObjectNode of(Plan plan, Collection<StepResult> ended) {
    ObjectNode variables = of(plan);
    ObjectNode steps = variables.putObject("steps");
    for (StepResult step : ended) {
      steps
          .putObject(step.step())
          .put("outcome", step.outcome().name())
          .set("result", step.result());
    }
    return variables;
  }
}
