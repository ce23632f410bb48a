package dev.switchback.attempt;

/**
 * The events that an attempt itself writes to the audit trail. Those of a step ({@code step.began},
 * {@code step.ended}, {@code undo.began}, {@code undo.ended}) are written by the activity that has
 * the effect.
 */
public enum EventType {
  /** The attempt was started: runbook, host, parameters, requester. */
  ATTEMPT_REQUESTED("attempt.requested"),
  /** A plan was made; the plan itself is evidence. */
  PLAN_MADE("plan.made"),
  /** An approval gate waits for decisions on a plan. */
  GATE_OPENED("gate.opened"),
  /** A signed statement counts. */
  DECISION_ACCEPTED("decision.accepted"),
  /** A signed statement does not count: the rule and the values. */
  DECISION_REFUSED("decision.refused"),
  /** A decision counted before and no longer does: expired, key or role lost. */
  DECISION_VOIDED("decision.voided"),
  /** The host is this attempt's: the fencing token. */
  LEASE_GRANTED("lease.granted"),
  /** The host was given back. */
  LEASE_RELEASED("lease.released"),
  /** The host changed between approval and start: both digests. */
  DRIFT_FOUND("drift.found"),
  /** The attempt went from one state to another. */
  STATE_CHANGED("state.changed"),
  ATTEMPT_PAUSED("attempt.paused"),
  ATTEMPT_RESUMED("attempt.resumed"),
  ABORT_REQUESTED("attempt.abort-requested"),
  OPERATOR_RETRY("operator.retry"),
  OPERATOR_SKIP("operator.skip"),
  OPERATOR_RESOLVE("operator.resolve"),
  /** An act that came as a Signal was refused. */
  CONTROL_REFUSED("control.refused"),
  /** The host was compared with what was recorded before the first touch. */
  RESTORATION_COMPARED("restoration.compared"),
  /** The attempt's end: state, cause, remedies. */
  ATTEMPT_ENDED("attempt.ended");

  private final String text;

  EventType(String text) {
    this.text = text;
  }

  /** As in the trail, for example {@code decision.accepted}. */
  public String text() {
    return text;
  }
}
