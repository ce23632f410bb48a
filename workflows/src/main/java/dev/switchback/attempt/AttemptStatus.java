package dev.switchback.attempt;

import dev.switchback.approval.GateStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What {@code status} shows.
 *
 * @param attempt the attempt's id
 * @param runbook the runbook's name
 * @param host the host's name
 * @param requester who asked
 * @param state where it stands
 * @param since when it came to that state
 * @param started when the attempt was started
 * @param paused whether it holds before the next step
 * @param planDigest digest of the plan in force; empty before there is one
 * @param gates the approval gates
 * @param waitingFor what it waits for now, one line; empty if it does not wait
 * @param nextAct the next act that a person must do, one line; empty if none
 * @param steps every step of the plan, in order
 * @param current index of the step being worked on, from 0; -1 if none
 * @param cause the first failure or refusal; empty if none
 * @param remedies what to do about it
 * @param compensated compensations so far, in the order in which they ran
 * @param restoration the proof of the undo, if there was one
 * @param windowCloses when the window closes, if there is one
 * @param undoBy the moment by which undo must start to fit the window, if there is one
 * @param lease who holds the host: an attempt's id, or empty
 * @param auditHead digest of the attempt's last event
 */
public record AttemptStatus(
    String attempt,
    String runbook,
    String host,
    String requester,
    AttemptState state,
    Instant since,
    Instant started,
    boolean paused,
    String planDigest,
    List<GateStatus> gates,
    String waitingFor,
    String nextAct,
    List<StepStatus> steps,
    int current,
    String cause,
    List<String> remedies,
    List<StepResult> compensated,
    Optional<RestorationReport> restoration,
    Optional<Instant> windowCloses,
    Optional<Instant> undoBy,
    String lease,
    String auditHead) {
  public AttemptStatus {
    gates = List.copyOf(gates);
    steps = List.copyOf(steps);
    remedies = List.copyOf(remedies);
    compensated = List.copyOf(compensated);
  }
}
