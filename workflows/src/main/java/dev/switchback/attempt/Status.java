package dev.switchback.attempt;

import dev.switchback.change.Plan;
import dev.switchback.change.PlannedStep;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Tells where the attempt stands: to the {@code status} query and to Temporal's own pages. */
final class Status {
  private final AttemptRequest request;
  private final Standing standing;
  private final Journal journal;
  private final Control control;
  private final Planning planning;
  private final Gates gates;
  private final WindowGate window;
  private final Admission admission;
  private final Execution execution;
  private final Compensation compensation;

  Status(
      AttemptRequest request,
      Standing standing,
      Journal journal,
      Control control,
      Planning planning,
      Gates gates,
      WindowGate window,
      Admission admission,
      Execution execution,
      Compensation compensation) {
    this.request = request;
    this.standing = standing;
    this.journal = journal;
    this.control = control;
    this.planning = planning;
    this.gates = gates;
    this.window = window;
    this.admission = admission;
    this.execution = execution;
    this.compensation = compensation;
  }

  AttemptStatus now() {
    return new AttemptStatus(
        request.attempt(),
        planning.runbookName(),
        request.host(),
        request.requester(),
        standing.state(),
        standing.since(),
        standing.started(),
        control.isPaused(),
        standing.planDigest(),
        gates.status(),
        waitingFor(),
        nextAct(),
        steps(),
        execution.current(),
        standing.cause(),
        standing.remedies(),
        compensation.compensated(),
        compensation.report(),
        window.closes(),
        undoBy(),
        admission.holder(),
        journal.head());
  }

  /** Shows a few lines in Temporal's own user interface. */
  void show() {
    Workflow.setCurrentDetails(
        String.join(
            "\n\n",
            List.of(
                "**" + standing.state() + "** " + planning.runbookName() + " on " + request.host(),
                "Step: " + orNothing(step()),
                "Waits for: " + orNothing(waitingFor()),
                "Next act: " + orNothing(nextAct()),
                "Cause: " + orNothing(standing.cause()),
                "Plan: " + orNothing(standing.planDigest()))));
  }

  private String step() {
    List<PlannedStep> steps = standing.plan().map(Plan::steps).orElse(List.of());
    int current = execution.current();
    return current < 0
        ? ""
        : steps.get(current).id() + ", " + (current + 1) + " of " + steps.size();
  }

  private String waitingFor() {
    return switch (standing.state()) {
      case AWAITING_APPROVAL -> "approval: " + missing();
      case AWAITING_WINDOW ->
          window.opens().map(opening -> "the window that opens at " + opening).orElse("a window");
      case AWAITING_HOST ->
          admission.holder().isEmpty()
              ? "the host"
              : "the host, held by " + admission.holder() + ", " + admission.ahead() + " before";
      case RUNNING -> control.isPaused() ? "to be resumed" : "";
      case NEEDS_OPERATOR -> "an operator: " + compensation.complaint();
      default -> "";
    };
  }

  private String nextAct() {
    return switch (standing.state()) {
      case AWAITING_APPROVAL ->
          "a person with " + missing() + " looks at the plan and approves or rejects";
      case NEEDS_OPERATOR -> "an operator repairs the host, then retry, skip or resolve";
      default -> control.isPaused() ? "resume or abort" : "";
    };
  }

  private String missing() {
    return String.join(
        "; ",
        gates.status().stream()
            .filter(gate -> !gate.open())
            .map(
                gate ->
                    String.format(
                        Locale.ROOT,
                        "%s (gate %s, %d of %d)",
                        gate.who(),
                        gate.id(),
                        gate.approvedBy().size(),
                        gate.required()))
            .toList());
  }

  private Optional<Instant> undoBy() {
    return window
        .closes()
        .filter(closing -> standing.isTouching())
        .map(closing -> window.budget(List.of(), execution.begun()).undoBy(closing));
  }

  private List<StepStatus> steps() {
    return standing.plan().map(Plan::steps).orElse(List.of()).stream().map(this::step).toList();
  }

  private StepStatus step(PlannedStep planned) {
    Optional<StepResult> result = execution.result(planned.id());
    Optional<Instant> began = execution.began(planned.id());
    String phase = result.isPresent() ? "done" : began.isPresent() ? "running" : "pending";
    return new StepStatus(
        planned.id(),
        planned.uses(),
        phase,
        result.map(StepResult::outcome),
        result.map(StepResult::cause).orElse(String.join("; ", planned.difference())),
        began,
        result.filter(ended -> began.isPresent()).map(ended -> Duration.ofMillis(ended.millis())),
        planned.worstCase());
  }

  private static String orNothing(String text) {
    return text.isEmpty() ? "nothing" : text;
  }
}
