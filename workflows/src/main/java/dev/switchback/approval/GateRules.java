package dev.switchback.approval;

import dev.switchback.approval.Statement.Verdict;
import dev.switchback.change.Refusal;
import dev.switchback.runbook.Runbook.ApprovalGate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What makes one statement count or not, apart from the statements before it. */
final class GateRules {
  /** How far a signer's clock may run ahead of the engine's. */
  static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

  private final String attempt;
  private final String requester;
  private final String planDigest;

  GateRules(String attempt, String requester, String planDigest) {
    this.attempt = attempt;
    this.requester = requester;
    this.planDigest = planDigest;
  }

  /** A statement is bound to one attempt and one plan. */
  Optional<Refusal> binding(Statement statement) {
    if (!statement.attempt().equals(attempt)) {
      return refuse(
          "approval.attempt",
          "the statement is about attempt '" + statement.attempt() + "', this is '" + attempt + "'",
          "sign a statement for this attempt");
    }
    if (!statement.planDigest().equals(planDigest)) {
      return refuse(
          "approval.plan",
          "the statement is about plan "
              + statement.planDigest()
              + ", the plan in force is "
              + planDigest,
          "look at the plan in force and sign for its digest");
    }
    return Optional.empty();
  }

  /** A statement counts from its time on until it expires. */
  Optional<Refusal> timeliness(Statement statement, Instant now) {
    if (!now.isBefore(statement.expires())) {
      return refuse(
          "approval.expired",
          "the statement expired at " + statement.expires() + ", now it is " + now,
          "sign a new one");
    }
    if (statement.time().isAfter(now.plus(CLOCK_SKEW))) {
      return refuse(
          "approval.time",
          "the statement is dated " + statement.time() + ", now it is " + now,
          "set the signing machine's clock and sign again");
    }
    return Optional.empty();
  }

  Optional<Refusal> signature(Statement statement, Verification verification) {
    return verification.valid()
        ? Optional.empty()
        : refuse(
            "approval.signature",
            "the signature is not " + statement.person() + "'s: " + verification.refusal(),
            "sign with a key that the inventory lists for " + statement.person());
  }

  /** Role, tenant, and that nobody approves an own request. */
  Optional<Refusal> eligibility(ApprovalGate gate, Statement statement, Verification verification) {
    String person = statement.person();
    if (statement.verdict() == Verdict.APPROVE && person.equals(requester)) {
      return refuse(
          "approval.own-request",
          person + " asked for this attempt and so can't approve it",
          "another person must approve");
    }
    if (!gate.role().isEmpty() && !verification.roles().contains(gate.role())) {
      return refuse(
          "approval.role",
          person + " has not the role '" + gate.role() + "' that gate " + gate.id() + " asks for",
          "a person with that role must decide");
    }
    if (!gate.tenant().isEmpty() && !verification.tenant().equals(gate.tenant())) {
      return refuse(
          "approval.tenant",
          String.format(
              Locale.ROOT,
              "%s speaks for tenant '%s', gate %s asks for '%s'",
              person,
              verification.tenant(),
              gate.id(),
              gate.tenant()),
          "a person of that tenant must decide");
    }
    return Optional.empty();
  }

  static Optional<Refusal> countsOnce(Statement approval) {
    return refuse(
        "approval.counts-once",
        approval.person()
            + " has approved at gate "
            + approval.gate()
            + " already, and one person counts once",
        "another person must approve");
  }

  /** Who may decide at a gate, in words. */
  static String who(ApprovalGate gate) {
    if (gate.role().isEmpty() && gate.tenant().isEmpty()) {
      return "anyone but the requester";
    }
    String role = gate.role().isEmpty() ? "" : "role " + gate.role();
    String tenant = gate.tenant().isEmpty() ? "" : "tenant " + gate.tenant();
    return role + (role.isEmpty() || tenant.isEmpty() ? "" : ", ") + tenant;
  }

  static Optional<Refusal> refuse(String rule, String reason, String remedy) {
    return Optional.of(new Refusal(rule, reason, List.of(remedy)));
  }
}
