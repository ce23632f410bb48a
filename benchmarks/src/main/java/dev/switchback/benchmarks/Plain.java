package dev.switchback.benchmarks;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import io.temporal.activity.ActivityOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;

/** The hand-written workflow to compare with: activities one after the other, and nothing else. */
final class Plain {
  private Plain() {}

  /** Its activity. */
  @ActivityInterface(namePrefix = "plain.")
  public interface Steps {
    @ActivityMethod
    String execute(int step);
  }

  /** Does nothing. */
  static final class StepsImpl implements Steps {
    @Override
    public String execute(int step) {
      return "step " + step;
    }
  }

  /** Its workflow. */
  @WorkflowInterface
  public interface Sequence {
    @WorkflowMethod(name = "Plain")
    String run(int steps);
  }

  /** Runs the activities in order. */
  public static final class SequenceImpl implements Sequence {
    private final Steps steps =
        Workflow.newActivityStub(
            Steps.class,
            ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofMinutes(1)).build());

    @Override
    public String run(int count) {
      String last = "";
      for (int i = 0; i < count; i++) {
        last = steps.execute(i);
      }
      return last;
    }
  }
}
