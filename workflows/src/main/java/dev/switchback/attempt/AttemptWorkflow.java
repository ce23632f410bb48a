package dev.switchback.attempt;

import dev.switchback.approval.SignedStatement;
import dev.switchback.change.Plan;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.util.Optional;

/**
 * One execution of a change. One workflow type interprets all runbooks.
 *
 * <p>Updates answer at once: a validator refuses what can't be (the message says why), so that
 * nothing of it reaches the history; the handler's answer says what was done. The Signals are the
 * same acts for clients that have no Updates; a signal's refusal goes to the audit trail.
 */
@WorkflowInterface
public interface AttemptWorkflow {
  /** The task queue of attempts, leases and their activities. */
  String TASK_QUEUE = "switchback";

  @WorkflowMethod(name = "Attempt")
  AttemptOutcome run(AttemptRequest request);

  @QueryMethod
  AttemptStatus status();

  /** The plan in force, with every difference; empty while planning. */
  @QueryMethod
  Optional<Plan> plan();

  /** A signed approval, rejection or withdrawal. */
  @UpdateMethod
  ControlAnswer decide(SignedStatement signed);

  @UpdateValidatorMethod(updateName = "decide")
  void validateDecide(SignedStatement signed);

  /** Holds before the next step. */
  @UpdateMethod
  ControlAnswer pause(ControlRequest request);

  @UpdateValidatorMethod(updateName = "pause")
  void validatePause(ControlRequest request);

  @UpdateMethod
  ControlAnswer resume(ControlRequest request);

  @UpdateValidatorMethod(updateName = "resume")
  void validateResume(ControlRequest request);

  /** Before the first touch: ends. After it: undoes everything, in order. */
  @UpdateMethod
  ControlAnswer abort(ControlRequest request);

  @UpdateValidatorMethod(updateName = "abort")
  void validateAbort(ControlRequest request);

  /** In NEEDS_OPERATOR: tries the failed step, or the failed compensation, again. */
  @UpdateMethod
  ControlAnswer retry(ControlRequest request);

  @UpdateValidatorMethod(updateName = "retry")
  void validateRetry(ControlRequest request);

  /** In NEEDS_OPERATOR: leaves a compensation out and goes on with the others. */
  @UpdateMethod
  ControlAnswer skip(ControlRequest request);

  @UpdateValidatorMethod(updateName = "skip")
  void validateSkip(ControlRequest request);

  /**
   * In NEEDS_OPERATOR: the operator says that the host is in order; ends the attempt as RESOLVED.
   */
  @UpdateMethod
  ControlAnswer resolve(ControlRequest request);

  @UpdateValidatorMethod(updateName = "resolve")
  void validateResolve(ControlRequest request);

  @SignalMethod
  void decideSignal(SignedStatement signed);

  @SignalMethod
  void pauseSignal(ControlRequest request);

  @SignalMethod
  void resumeSignal(ControlRequest request);

  @SignalMethod
  void abortSignal(ControlRequest request);

  @SignalMethod
  void retrySignal(ControlRequest request);

  @SignalMethod
  void skipSignal(ControlRequest request);

  @SignalMethod
  void resolveSignal(ControlRequest request);

  /** From the host's lease workflow: the host is this attempt's now, under this fencing token. */
  @SignalMethod
  void leaseGranted(long token);

  /** From the host's lease workflow: who holds the host, and how many are before this attempt. */
  @SignalMethod
  void leaseQueued(String holder, int ahead);
}
