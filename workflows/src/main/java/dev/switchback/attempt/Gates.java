package dev.switchback.attempt;

import dev.switchback.approval.ApprovalActivities;
import dev.switchback.approval.ApprovalRound;
import dev.switchback.approval.Decision;
import dev.switchback.approval.GateStatus;
import dev.switchback.approval.SignedStatement;
import dev.switchback.approval.Statement;
import dev.switchback.approval.Verification;
import dev.switchback.change.Plan;
import dev.switchback.change.Refusal;
import dev.switchback.expression.EvaluationFailed;
import dev.switchback.expression.Expressions;
import dev.switchback.runbook.Runbook;
import dev.switchback.runbook.Runbook.ApprovalGate;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowLock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Waits for people. A time-out never means yes, and a decision counts for the plan that was seen
 * and no other.
 */
final class Gates {
  private final AttemptRequest request;
  private final Standing standing;
  private final Journal journal;
  private final Control control;
  private final ApprovalActivities approvals;
  private final WorkflowLock deciding = Workflow.newWorkflowLock();
  private @Nullable ApprovalRound round;
  private String digestAsked = "";
  private Instant opened = Now.now();

  Gates(
      AttemptRequest request,
      Standing standing,
      Journal journal,
      Control control,
      ApprovalActivities approvals) {
    this.request = request;
    this.standing = standing;
    this.journal = journal;
    this.control = control;
    this.approvals = approvals;
  }

  List<GateStatus> status() {
    return round == null ? List.of() : round.status(Now.now());
  }

  /** Whether something that was decided keeps the attempt from going on. */
  boolean isClosed() {
    return round == null || !round.isOpen(Now.now());
  }

  /** Waits until all gates are open for the plan in force. */
  Optional<Ending> await(Runbook runbook, Plan plan) {
    ApprovalRound asking;
    try {
      asking = roundFor(runbook, plan);
    } catch (EvaluationFailed e) {
      return Optional.of(Ending.refused("a gate's condition has no value: " + e.getMessage()));
    }
    if (asking.isOpen(Now.now())) {
      return Optional.empty();
    }
    if (asking.rejection().isEmpty()) {
      open(asking);
    }
    return awaitDecisions(asking);
  }

  /**
   * Verifies every decision again, at the moment of its use.
   *
   * @return whether all gates are still open
   */
  boolean confirm() {
    if (round == null) {
      return false;
    }
    for (Decision decision : round.standing()) {
      Optional<Refusal> refusal = round.recheck(decision, verify(decision.signed()), Now.now());
      refusal.ifPresent(
          why ->
              journal.record(
                  EventType.DECISION_VOIDED,
                  Journal.ENGINE,
                  Fields.of("statement", decision.statement()).and("refusal", why).json()));
    }
    return round.isOpen(Now.now());
  }

  /**
   * The last look before the first touch: after it nobody can withdraw any more.
   *
   * @return why the host must not be touched; empty if all gates are open
   */
  Optional<Ending> lastLook() {
    if (confirm()) {
      return Optional.empty();
    }
    return Optional.of(
        asking()
            .rejection()
            .map(Gates::rejected)
            .orElseGet(
                () ->
                    Ending.refused(
                        "approvals no longer suffice: " + asking().tally(Now.now()),
                        "start a new attempt and have it approved")));
  }

  void validateDecide(SignedStatement signed) {
    if (standing.state().isEnd()) {
      throw Refusals.of("the attempt ended as " + standing.state(), "start a new attempt");
    }
    try {
      Statement.parse(signed.text());
    } catch (IllegalArgumentException e) {
      throw Refusals.of("not a statement: " + e.getMessage(), "sign the text that 'approve' shows");
    }
  }

  /** Judges a parsed statement; a refusal is an answer and an event, not an exception. */
  ControlAnswer decide(SignedStatement signed) {
    return Detached.call(
        () -> {
          deciding.lock();
          try {
            return judge(signed, Statement.parse(signed.text()));
          } finally {
            deciding.unlock();
          }
        });
  }

  private ControlAnswer judge(SignedStatement signed, Statement statement) {
    Verification verification = verify(signed);
    Optional<Refusal> refusal =
        untimely().or(() -> asking().check(statement, verification, Now.now()));
    if (refusal.isPresent()) {
      journal
          .record(
              EventType.DECISION_REFUSED,
              statement.person(),
              Fields.of("statement", statement).and("refusal", refusal.get()).json())
          .get();
      return new ControlAnswer(
          false, refusal.get() + "; " + String.join("; ", refusal.get().remedies()));
    }
    asking().accept(new Decision(signed, statement));
    journal
        .record(
            EventType.DECISION_ACCEPTED,
            statement.person(),
            Fields.of("statement", statement)
                .and("signature", signed.signature())
                .and("key", verification.keyFingerprint())
                .and("roles", verification.roles())
                .and("tenant", verification.tenant())
                .json())
        .get();
    return new ControlAnswer(true, asking().summary(statement, Now.now()));
  }

  private Optional<Refusal> untimely() {
    if (round == null) {
      return Optional.of(
          new Refusal(
              "approval.too-early",
              "no plan is in force yet",
              List.of("decide once the attempt waits for approval")));
    }
    if (standing.isTouching() || standing.state().isEnd()) {
      return Optional.of(
          new Refusal(
              "approval.too-late",
              "the host has been touched or the attempt has ended",
              List.of("abort the attempt if it must not go on")));
    }
    return Optional.empty();
  }

  private ApprovalRound asking() {
    if (round == null) {
      throw new IllegalStateException("no round is open");
    }
    return round;
  }

  private Verification verify(SignedStatement signed) {
    try {
      return approvals.verify(signed);
    } catch (ActivityFailure e) {
      String why = "the signature could not be verified: " + Failures.message(e);
      return new Verification(false, why, List.of(), "", "");
    }
  }

  private ApprovalRound roundFor(Runbook runbook, Plan plan) throws EvaluationFailed {
    if (round == null || !digestAsked.equals(standing.planDigest())) {
      Set<String> used = round == null ? new LinkedHashSet<>() : round.used();
      digestAsked = standing.planDigest();
      round =
          new ApprovalRound(
              request.attempt(), request.requester(), digestAsked, gates(runbook, plan), used);
    }
    return round;
  }

  private static List<ApprovalGate> gates(Runbook runbook, Plan plan) throws EvaluationFailed {
    List<ApprovalGate> gates = new ArrayList<>();
    for (ApprovalGate gate : runbook.approvals()) {
      if (gate.condition().isEmpty()
          || Expressions.test(gate.condition().get(), Variables.of(plan))) {
        gates.add(gate);
      }
    }
    return gates;
  }

  private void open(ApprovalRound asking) {
    opened = Now.now();
    standing.move(AttemptState.AWAITING_APPROVAL);
    for (ApprovalGate gate : asking.closed(opened)) {
      journal.record(
          EventType.GATE_OPENED,
          Journal.ENGINE,
          Fields.of("gate", gate.id())
              .and("role", gate.role())
              .and("tenant", gate.tenant())
              .and("count", gate.count())
              .and("reason", gate.reason())
              .and("plan", digestAsked)
              .and("expires", opened.plus(gate.expires()))
              .json());
    }
  }

  private Optional<Ending> awaitDecisions(ApprovalRound asking) {
    while (true) {
      control.await(
          untilExpiry(asking), () -> asking.isOpen(Now.now()) || asking.rejection().isPresent());
      if (control.isStopped()) {
        return control.stop().map(Ending::aborted);
      }
      if (asking.rejection().isPresent()) {
        return asking.rejection().map(Gates::rejected);
      }
      if (asking.isOpen(Now.now())) {
        return Optional.empty();
      }
      Optional<ApprovalGate> expired = expired(asking);
      if (expired.isPresent()) {
        return expired.map(Gates::expired);
      }
    }
  }

  private Duration untilExpiry(ApprovalRound asking) {
    return asking.closed(Now.now()).stream()
        .map(gate -> Duration.between(Now.now(), opened.plus(gate.expires())))
        .min(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  private Optional<ApprovalGate> expired(ApprovalRound asking) {
    Instant now = Now.now();
    return asking.closed(now).stream()
        .filter(gate -> !now.isBefore(opened.plus(gate.expires())))
        .findFirst();
  }

  private static Ending rejected(Statement rejection) {
    return new Ending(
        AttemptState.REJECTED,
        String.format(
            Locale.ROOT,
            "rejected by %s at gate %s: %s",
            rejection.person(),
            rejection.gate(),
            rejection.reason()),
        List.of("settle it with " + rejection.person() + ", then start a new attempt"));
  }

  private static Ending expired(ApprovalGate gate) {
    return new Ending(
        AttemptState.EXPIRED,
        String.format(
            Locale.ROOT,
            "gate %s did not get its %d approvals within %s",
            gate.id(),
            gate.count(),
            gate.expires()),
        List.of("start a new attempt when those who must approve are there"));
  }
}
