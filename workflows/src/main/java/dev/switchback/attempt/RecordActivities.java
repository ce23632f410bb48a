package dev.switchback.attempt;

import dev.switchback.change.Plan;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/** What an attempt writes to, and reads from, the audit trail and the evidence store. */
@ActivityInterface(namePrefix = "record.")
public interface RecordActivities {
  /**
   * Appends an event. The pair (attempt, key) is written once: a repeat changes nothing.
   *
   * @return the digest of the newest event of the attempt, {@code sha256:...}
   */
  @ActivityMethod
  String append(AttemptEvent event);

  /**
   * Stores the plan as evidence and appends {@code plan.made}. @return the head as {@link #append}
   * does
   */
  @ActivityMethod
  String recordPlan(String attempt, String key, Plan plan);

  /**
   * The steps that an attempt has begun, in order, from its trail: what an undo after a Terminate
   * works on.
   */
  @ActivityMethod
  List<StepOrder> begunSteps(String attempt);
}
