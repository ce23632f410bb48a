package dev.switchback.attempt;

import dev.switchback.change.Plan;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/**
 * What an attempt asks of a host. Every method may run more than once (activities are
 * at-least-once) and begins by observing; a host that can't be reached is a retryable {@code
 * ApplicationFailure} of type {@link #UNREACHABLE}.
 */
@ActivityInterface(namePrefix = "host.")
public interface HostActivities {
  /** Failure type: the host does not answer, or its line dropped; worth another try. */
  String UNREACHABLE = "HostUnreachable";

  /**
   * Failure type: the host's key is not the known one, or it lets nobody in; not worth another try.
   */
  String ACCESS_REFUSED = "HostAccessRefused";

  /** Failure type: the runbook, inventory or a parameter is invalid; not worth another try. */
  String INVALID = "Invalid";

  /** Failure type: the audit trail can't be written; nothing was touched; worth another try. */
  String TRAIL_UNAVAILABLE = "AuditTrailUnavailable";

  /**
   * Makes the plan: reads the runbook, resolves inputs, observes each step's subject, projects the
   * steps over each other, checks fence and preconditions. Read-only.
   */
  @ActivityMethod
  Plan plan(PlanRequest request);

  /**
   * Takes the lock file on the host for the attempt; idempotent; a held lock is an outcome, not an
   * exception.
   */
  @ActivityMethod
  LockAnswer lock(String attempt, String host, long token);

  /** Removes the attempt's lock file from the host, if it holds it. */
  @ActivityMethod
  void unlock(String attempt, String host);

  /**
   * Observes, records the state before, converges, observes again, verifies, checks the neighbours
   * and the kernel log, and writes the audit events of all that. For a probe: measures.
   */
  @ActivityMethod
  StepResult execute(StepOrder order);

  /**
   * Brings the step's subject back to the state recorded before it, and verifies. Never touches the
   * quarantined.
   */
  @ActivityMethod
  StepResult compensate(StepOrder order, List<dev.switchback.change.Resource> quarantined);

  /**
   * Compares everything that the attempt touched with what was recorded before the first touch.
   * Read-only.
   */
  @ActivityMethod
  RestorationReport compare(String attempt, String host);
}
