package dev.switchback.cli;

import dev.switchback.approval.GateStatus;
import dev.switchback.attempt.AttemptRequest;
import dev.switchback.attempt.AttemptState;
import dev.switchback.attempt.AttemptStatus;
import dev.switchback.attempt.AttemptWorkflow;
import dev.switchback.attempt.ControlAnswer;
import dev.switchback.attempt.StepResult;
import dev.switchback.attempt.StepStatus;
import dev.switchback.runbook.Runbook;
import dev.switchback.runbook.Runbook.ApprovalGate;
import java.util.LinkedHashSet;
import java.util.Set;

/** Follows one attempt to its end, signs what it waits for, and says what happens. */
final class Rehearsal {
  private static final long LOOK_MILLIS = 100;

  private final Stage stage;
  private final Runbook runbook;
  private final Printer printer;
  private final Set<String> said = new LinkedHashSet<>();
  private final Set<String> signed = new LinkedHashSet<>();
  private boolean triggered;

  Rehearsal(Stage stage, Runbook runbook, Printer printer) {
    this.stage = stage;
    this.runbook = runbook;
    this.printer = printer;
  }

  /** Runs the attempt; returns where it stands when nothing more happens without an operator. */
  AttemptStatus run(AttemptRequest request) throws InterruptedException {
    Session session = stage.session();
    session.start(request);
    while (true) {
      AttemptStatus status = session.status(request.attempt());
      tell(status);
      if (Views.isSettled(status.state())) {
        end(status);
        return status;
      }
      if (status.state() == AttemptState.AWAITING_APPROVAL) {
        sign(session, status);
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** A gate is signed once for each plan: after drift, the new plan is approved anew. */
  private void sign(Session session, AttemptStatus status) {
    boolean last = status.gates().stream().filter(gate -> !gate.open()).count() == 1;
    for (GateStatus gate : status.gates()) {
      if (gate.open() || !signed.add(gate.id() + " " + status.planDigest())) {
        continue;
      }
      if (last && !triggered) {
        // The last signature opens the way: what happens on the host in between must be noticed.
        triggered = true;
        stage.trigger();
      }
      String person = Stage.approver(rule(gate.id()));
      ControlAnswer answer =
          session.ask(
              status.attempt(),
              (AttemptWorkflow workflow) -> workflow.decide(stage.sign(status, gate.id(), person)));
      printer.line(
          "  "
              + person
              + " signs at gate "
              + gate.id()
              + " for "
              + Views.brief(status.planDigest())
              + ": "
              + answer.message());
      if (!answer.accepted()) {
        throw new CommandFailed(ExitCode.FAILED, answer.message());
      }
      return;
    }
  }

  private ApprovalGate rule(String gate) {
    return runbook.approvals().stream().filter(g -> g.id().equals(gate)).findFirst().orElseThrow();
  }

  private void tell(AttemptStatus status) {
    once("state " + status.state() + status.planDigest(), status.state().name());
    for (StepStatus step : status.steps()) {
      step.outcome()
          .ifPresent(
              outcome ->
                  once(
                      "step " + step.id() + outcome,
                      String.format(
                          "  %-12s %-18s %-10s %s",
                          step.id(),
                          step.uses(),
                          outcome,
                          step.took().map(Views::duration).orElse(""))));
    }
    int index = 0;
    for (StepResult undone : status.compensated()) {
      index++;
      once(
          "undo " + index,
          String.format("  undo %-12s %-10s %s", undone.step(), undone.outcome(), undone.cause()));
    }
  }

  private void once(String key, String line) {
    if (said.add(key)) {
      printer.line(line);
    }
  }

  private void end(AttemptStatus status) {
    printer.line("");
    if (!status.cause().isEmpty()) {
      printer.line("cause: " + status.cause());
    }
    status.remedies().forEach(remedy -> printer.line("  - " + remedy));
    status
        .restoration()
        .ifPresent(
            report -> {
              printer.line(
                  report.isProven()
                      ? "proof: everything is as it was recorded"
                      : "proof: not everything is as it was recorded");
              report.different().forEach(line -> printer.line("  differs: " + line));
              report.unverified().forEach(line -> printer.line("  not looked at: " + line));
            });
    if (status.state() == AttemptState.NEEDS_OPERATOR) {
      printer.line("the attempt waits for an operator: retry, skip or resolve");
    }
  }
}
