package dev.switchback.attempt;

import dev.switchback.approval.SignedStatement;
import dev.switchback.change.Plan;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Functions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.util.Optional;

/** Binds the phases to Temporal: one field each for what they share, and no decision of its own. */
public final class AttemptWorkflowImpl implements AttemptWorkflow {
  private final AttemptRequest request;
  private final Journal journal;
  private final Standing standing;
  private final Control control;
  private final Gates gates;
  private final Admission admission;
  private final Execution execution;
  private final Compensation compensation;
  private final Operator operator;
  private final Status status;
  private final Course course;

  /** Composes the phases; handlers that come before {@link #run} find them ready. */
  @WorkflowInit
  public AttemptWorkflowImpl(AttemptRequest request) {
    Effects effects = new Effects();
    this.request = request;
    journal = new Journal(request.attempt(), effects.records());
    standing = new Standing(journal);
    control = new Control(request.mode() == AttemptRequest.Mode.UNWIND, standing, journal);
    Planning planning = new Planning(request, standing, journal, control, effects.planning());
    gates = new Gates(request, standing, journal, control, effects.approvals());
    WindowGate window = new WindowGate(request.host(), standing, control, effects.windows());
    admission =
        new Admission(request, standing, journal, control, effects.leases(), effects.lock());
    StepRun runs = new StepRun(effects, control);
    execution = new Execution(request, standing, journal, control, gates, window, admission, runs);
    AfterRollback probes = new AfterRollback(planning, standing, execution, runs);
    compensation = new Compensation(request, journal, effects, probes::run);
    operator = new Operator(standing, journal, compensation);
    status =
        new Status(
            request,
            standing,
            journal,
            control,
            planning,
            gates,
            window,
            admission,
            execution,
            compensation);
    course =
        new Course(
            request,
            standing,
            planning,
            gates,
            window,
            admission,
            execution,
            compensation,
            operator,
            effects.records());
  }

  @Override
  public AttemptOutcome run(AttemptRequest started) {
    CancellationScope.current()
        .getCancellationRequest()
        .thenApply(
            reason -> {
              control.cancelled(reason);
              return reason;
            });
    return Detached.call(this::fromRequestToEnd);
  }

  private AttemptOutcome fromRequestToEnd() {
    standing.onMove(status::show);
    journal.record(
        EventType.ATTEMPT_REQUESTED,
        request.requester(),
        Fields.of("mode", request.mode())
            .and("runbook", request.runbookSha256())
            .and("host", request.host())
            .and("parameters", request.parameters())
            .and("unwinds", request.unwinds())
            .json());
    Ending ending = course.run();
    standing.blame(ending.cause(), ending.remedies());
    admission.leave();
    return end(ending.state());
  }

  private AttemptOutcome end(AttemptState state) {
    standing.move(state);
    Workflow.await(Workflow::isEveryHandlerFinished);
    journal.record(
        EventType.ATTEMPT_ENDED,
        Journal.ENGINE,
        Fields.of("state", state)
            .and("cause", standing.cause())
            .and("remedies", standing.remedies())
            .json());
    journal.settle();
    Workflow.await(Workflow::isEveryHandlerFinished);
    standing.publish();
    return new AttemptOutcome(
        request.attempt(),
        state,
        standing.cause(),
        standing.remedies(),
        execution.results(),
        compensation.compensated(),
        compensation.report(),
        standing.planDigest(),
        journal.head());
  }

  @Override
  public AttemptStatus status() {
    return status.now();
  }

  @Override
  public Optional<Plan> plan() {
    return standing.plan();
  }

  @Override
  public ControlAnswer decide(SignedStatement signed) {
    return gates.decide(signed);
  }

  @Override
  public void validateDecide(SignedStatement signed) {
    gates.validateDecide(signed);
  }

  @Override
  public void decideSignal(SignedStatement signed) {
    try {
      gates.validateDecide(signed);
    } catch (ApplicationFailure refused) {
      journal.record(
          EventType.DECISION_REFUSED,
          Journal.ENGINE,
          Fields.of("refusal", refused.getOriginalMessage()).json());
      return;
    }
    gates.decide(signed);
  }

  @Override
  public ControlAnswer pause(ControlRequest act) {
    return Detached.call(() -> control.pause(act));
  }

  @Override
  public void validatePause(ControlRequest act) {
    control.validatePause(act);
  }

  @Override
  public void pauseSignal(ControlRequest act) {
    signalled("pause", act, control::validatePause, this::pause);
  }

  @Override
  public ControlAnswer resume(ControlRequest act) {
    return Detached.call(() -> control.resume(act));
  }

  @Override
  public void validateResume(ControlRequest act) {
    control.validateResume(act);
  }

  @Override
  public void resumeSignal(ControlRequest act) {
    signalled("resume", act, control::validateResume, this::resume);
  }

  @Override
  public ControlAnswer abort(ControlRequest act) {
    return Detached.call(() -> control.abort(act));
  }

  @Override
  public void validateAbort(ControlRequest act) {
    control.validateAbort(act);
  }

  @Override
  public void abortSignal(ControlRequest act) {
    signalled("abort", act, control::validateAbort, this::abort);
  }

  @Override
  public ControlAnswer retry(ControlRequest act) {
    return Detached.call(() -> operator.take(Operator.Kind.RETRY, act));
  }

  @Override
  public void validateRetry(ControlRequest act) {
    operator.validateRetry(act);
  }

  @Override
  public void retrySignal(ControlRequest act) {
    signalled("retry", act, operator::validateRetry, this::retry);
  }

  @Override
  public ControlAnswer skip(ControlRequest act) {
    return Detached.call(() -> operator.take(Operator.Kind.SKIP, act));
  }

  @Override
  public void validateSkip(ControlRequest act) {
    operator.validateSkip(act);
  }

  @Override
  public void skipSignal(ControlRequest act) {
    signalled("skip", act, operator::validateSkip, this::skip);
  }

  @Override
  public ControlAnswer resolve(ControlRequest act) {
    return Detached.call(() -> operator.take(Operator.Kind.RESOLVE, act));
  }

  @Override
  public void validateResolve(ControlRequest act) {
    operator.validateResolve(act);
  }

  @Override
  public void resolveSignal(ControlRequest act) {
    signalled("resolve", act, operator::validateResolve, this::resolve);
  }

  @Override
  public void leaseGranted(long token) {
    admission.granted(token);
  }

  @Override
  public void leaseQueued(String holder, int ahead) {
    admission.queued(holder, ahead);
  }

  /** A signal has nobody to answer to: its refusal goes to the trail. */
  private void signalled(
      String name,
      ControlRequest act,
      Functions.Proc1<ControlRequest> validate,
      Functions.Func1<ControlRequest, ControlAnswer> take) {
    try {
      validate.apply(act);
    } catch (ApplicationFailure refused) {
      journal.record(EventType.CONTROL_REFUSED, act.person(), Refusals.fields(name, act, refused));
      return;
    }
    take.apply(act);
  }
}
