package dev.switchback.attempt;

import io.temporal.workflow.Async;
import io.temporal.workflow.Functions;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;

/** Runs code out of the reach of the workflow's cancellation. */
final class Detached {
  private Detached() {}

  static <T> T call(Functions.Func<T> code) {
    List<T> result = new ArrayList<>(1);
    Workflow.newDetachedCancellationScope(() -> result.add(code.apply())).run();
    return result.get(0);
  }

  static <T> Promise<T> start(Functions.Func<T> activity) {
    return call(() -> Async.function(activity));
  }
}
