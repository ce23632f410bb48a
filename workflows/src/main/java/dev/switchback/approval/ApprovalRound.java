package dev.switchback.approval;

import dev.switchback.approval.Statement.Verdict;
import dev.switchback.change.Refusal;
import dev.switchback.runbook.Runbook.ApprovalGate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One round of asking: the gates of one attempt, for one plan. Another plan is another round, in
 * which nothing said before counts.
 *
 * <p>Pure: time and signatures' verification come as arguments.
 */
public final class ApprovalRound {
  private final GateRules rules;
  private final List<ApprovalGate> gates;
  private final List<Decision> standing = new ArrayList<>();
  private final Set<String> used;

  /**
   * @param used texts of the statements accepted in earlier rounds; none of them is accepted again
   */
  public ApprovalRound(
      String attempt,
      String requester,
      String planDigest,
      List<ApprovalGate> gates,
      Set<String> used) {
    this.rules = new GateRules(attempt, requester, planDigest);
    this.gates = List.copyOf(gates);
    this.used = new LinkedHashSet<>(used);
  }

  /** Why {@code statement} does not count; empty if it may be {@linkplain #accept accepted}. */
  public Optional<Refusal> check(Statement statement, Verification verification, Instant now) {
    return rules
        .binding(statement)
        .or(() -> gate(statement.gate()).isPresent() ? Optional.empty() : unknownGate(statement))
        .or(() -> rules.timeliness(statement, now))
        .or(() -> rules.signature(statement, verification))
        .or(() -> rules.eligibility(gate(statement.gate()).orElseThrow(), statement, verification))
        .or(() -> repetition(statement));
  }

  /** Lets a checked statement count. */
  public void accept(Decision decision) {
    Statement statement = decision.statement();
    used.add(statement.text());
    if (statement.verdict() == Verdict.WITHDRAW) {
      standing.removeIf(
          other ->
              isApproval(other)
                  && other.statement().person().equals(statement.person())
                  && other.statement().gate().equals(statement.gate()));
    } else {
      standing.add(decision);
    }
  }

  /**
   * Looks at a decision again when it is about to be used: the person may have lost the role or the
   * key, the statement may have expired.
   *
   * @return why it no longer counts; it is dropped then
   */
  public Optional<Refusal> recheck(Decision decision, Verification verification, Instant now) {
    Statement statement = decision.statement();
    Optional<Refusal> refusal =
        rules
            .timeliness(statement, now)
            .or(() -> rules.signature(statement, verification))
            .or(
                () ->
                    rules.eligibility(
                        gate(statement.gate()).orElseThrow(), statement, verification));
    if (refusal.isPresent()) {
      standing.remove(decision);
    }
    return refusal;
  }

  /** Whether every gate has its quorum and nobody has rejected. */
  public boolean isOpen(Instant now) {
    return rejection().isEmpty() && gates.stream().allMatch(gate -> isOpen(gate, now));
  }

  /** The first rejection; it ends the round. */
  public Optional<Statement> rejection() {
    return standing.stream()
        .map(Decision::statement)
        .filter(statement -> statement.verdict() == Verdict.REJECT)
        .findFirst();
  }

  /** Decisions that count, in the order in which they came. */
  public List<Decision> standing() {
    return List.copyOf(standing);
  }

  /** Texts of all statements accepted so far, earlier rounds included. */
  public Set<String> used() {
    return new LinkedHashSet<>(used);
  }

  /** The gates that still lack somebody. */
  public List<ApprovalGate> closed(Instant now) {
    return gates.stream().filter(gate -> !isOpen(gate, now)).toList();
  }

  /** What an accepted statement came to, for the one who signed it. */
  public String summary(Statement statement, Instant now) {
    return switch (statement.verdict()) {
      case APPROVE -> "approved; " + tally(now);
      case WITHDRAW -> "withdrawn; " + tally(now);
      case REJECT -> "rejected; the attempt ends";
    };
  }

  /** How far each gate is: {@code own 1 of 1, neighbour 0 of 1}. */
  public String tally(Instant now) {
    return gates.stream()
        .map(gate -> gate.id() + " " + approvers(gate, now).size() + " of " + gate.count())
        .collect(Collectors.joining(", "));
  }

  /** Every gate as {@code status} shows it. */
  public List<GateStatus> status(Instant now) {
    return gates.stream()
        .map(
            gate ->
                new GateStatus(
                    gate.id(),
                    GateRules.who(gate),
                    gate.reason(),
                    gate.count(),
                    approvers(gate, now),
                    rejection()
                        .filter(statement -> statement.gate().equals(gate.id()))
                        .map(Statement::person)
                        .orElse(""),
                    isOpen(gate, now)))
        .toList();
  }

  private boolean isOpen(ApprovalGate gate, Instant now) {
    return approvers(gate, now).size() >= gate.count();
  }

  private List<String> approvers(ApprovalGate gate, Instant now) {
    return standing.stream()
        .filter(ApprovalRound::isApproval)
        .map(Decision::statement)
        .filter(statement -> statement.gate().equals(gate.id()))
        .filter(statement -> now.isBefore(statement.expires()))
        .map(Statement::person)
        .distinct()
        .toList();
  }

  private Optional<Refusal> repetition(Statement statement) {
    if (used.contains(statement.text())) {
      return GateRules.refuse(
          "approval.replay",
          "this very statement was accepted before",
          "sign a new statement; each counts once");
    }
    Optional<Statement> approval =
        standing.stream()
            .filter(ApprovalRound::isApproval)
            .map(Decision::statement)
            .filter(other -> other.person().equals(statement.person()))
            .findFirst();
    return switch (statement.verdict()) {
      case APPROVE -> approval.flatMap(GateRules::countsOnce);
      case WITHDRAW ->
          approval.filter(other -> other.gate().equals(statement.gate())).isPresent()
              ? Optional.empty()
              : GateRules.refuse(
                  "approval.nothing-to-withdraw",
                  statement.person() + " has no approval at gate " + statement.gate(),
                  "name the gate that you approved");
      case REJECT -> Optional.empty();
    };
  }

  private Optional<Refusal> unknownGate(Statement statement) {
    return GateRules.refuse(
        "approval.gate",
        "there is no gate '" + statement.gate() + "' in this attempt",
        "sign for one of: " + String.join(", ", gates.stream().map(ApprovalGate::id).toList()));
  }

  private Optional<ApprovalGate> gate(String id) {
    return gates.stream().filter(gate -> gate.id().equals(id)).findFirst();
  }

  private static boolean isApproval(Decision decision) {
    return decision.statement().verdict() == Verdict.APPROVE;
  }
}
