package dev.switchback.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.approval.GateStatus;
import dev.switchback.attempt.AttemptOutcome;
import dev.switchback.attempt.AttemptState;
import dev.switchback.attempt.AttemptStatus;
import dev.switchback.attempt.StepOutcome;
import dev.switchback.attempt.StepResult;
import dev.switchback.attempt.StepStatus;
import dev.switchback.change.Plan;
import dev.switchback.change.PlannedStep;
import dev.switchback.change.TenantPresence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How plans, standings and outcomes are shown to people. */
final class Views {
  private static final int DIGEST_LENGTH = 19;

  private Views() {}

  /** A plan: each step with a sign, its difference, its worst case. */
  static void plan(Printer printer, Plan plan) {
    printer.line("Plan of " + plan.runbook() + " on host " + plan.host());
    for (PlannedStep step : plan.steps()) {
      String sign = step.refusal().isPresent() ? "x" : step.difference().isEmpty() ? " " : "~";
      printer.line(
          String.format(
              "%s %-12s %-18s at most %s",
              sign, step.id(), step.uses(), duration(step.worstCase())));
      step.difference().forEach(line -> printer.line("      " + line));
      step.refusal()
          .ifPresent(
              refusal -> {
                printer.line("      refused: " + refusal);
                refusal.remedies().forEach(remedy -> printer.line("        - " + remedy));
              });
    }
    printer.line("On the host now:");
    for (TenantPresence tenant : plan.tenants()) {
      printer.line("  " + tenant.tenant() + (tenant.own() ? " (own)" : ""));
      tenant.holds().forEach(line -> printer.line("    " + line));
    }
    long changes = plan.steps().stream().filter(step -> !step.difference().isEmpty()).count();
    printer.line(
        changes
            + " of "
            + plan.steps().size()
            + " steps change something; forward at most "
            + duration(plan.worstCase())
            + ", undo at most "
            + duration(plan.worstCaseUndo()));
    printer.line("digest " + plan.digest());
  }

  /** A standing, on one screen. */
  static void status(Printer printer, AttemptStatus status, Instant now) {
    printer.line(
        status.attempt()
            + "  "
            + status.runbook()
            + " on "
            + status.host()
            + ", asked for by "
            + status.requester());
    printer.line(
        "state      "
            + status.state()
            + (status.paused() ? ", paused" : "")
            + " for "
            + duration(Duration.between(status.since(), now))
            + ", "
            + duration(Duration.between(status.started(), now))
            + " since the start");
    entry(printer, "plan", status.planDigest());
    for (GateStatus gate : status.gates()) {
      printer.line(
          "gate       "
              + gate.id()
              + " ("
              + gate.who()
              + "): "
              + gate.approvedBy().size()
              + " of "
              + gate.required()
              + (gate.approvedBy().isEmpty() ? "" : " by " + String.join(", ", gate.approvedBy()))
              + (gate.open() ? "" : ", closed"));
    }
    entry(printer, "waits for", status.waitingFor());
    entry(printer, "next act", status.nextAct());
    status.windowCloses().ifPresent(at -> entry(printer, "window", "closes " + at));
    status.undoBy().ifPresent(at -> entry(printer, "undo by", at.toString()));
    entry(printer, "lease", status.lease());
    steps(printer, status);
    entry(printer, "cause", status.cause());
    status.remedies().forEach(remedy -> printer.line("           - " + remedy));
    compensated(printer, status.compensated());
    status
        .restoration()
        .ifPresent(
            report -> {
              entry(
                  printer,
                  "proof",
                  report.isProven() ? "everything is as it was recorded" : "not proven");
              report.different().forEach(line -> printer.line("           differs: " + line));
              report
                  .unverified()
                  .forEach(line -> printer.line("           not looked at: " + line));
            });
  }

  private static void steps(Printer printer, AttemptStatus status) {
    int index = 0;
    for (StepStatus step : status.steps()) {
      index++;
      printer.line(
          String.format(
              "%2d/%d  %-12s %-18s %s",
              index, status.steps().size(), step.id(), step.uses(), standing(step)));
    }
  }

  private static String standing(StepStatus step) {
    String outcome = step.outcome().map(Enum::name).orElse(step.phase());
    String took = step.took().map(t -> " in " + duration(t)).orElse("");
    return outcome + took + (step.summary().isEmpty() ? "" : "  " + step.summary());
  }

  private static void compensated(Printer printer, List<StepResult> results) {
    results.forEach(
        result ->
            printer.line(
                String.format(
                    "undo  %-12s %s  %s", result.step(), result.outcome(), result.cause())));
  }

  private static void entry(Printer printer, String name, String value) {
    if (!value.isEmpty()) {
      printer.line(String.format("%-10s %s", name, value));
    }
  }

  /** How an attempt ended. */
  static void outcome(Printer printer, AttemptOutcome outcome) {
    printer.line(outcome.attempt() + " " + outcome.state());
    entry(printer, "cause", outcome.cause());
    outcome.remedies().forEach(remedy -> printer.line("           - " + remedy));
    outcome
        .restoration()
        .ifPresent(
            report ->
                entry(
                    printer,
                    "proof",
                    report.isProven()
                        ? "everything is as it was recorded: "
                            + String.join(", ", report.restored())
                        : String.join("; ", differences(report.different(), report.unverified()))));
    entry(printer, "plan", outcome.planDigest());
    entry(printer, "audit", outcome.auditHead());
  }

  private static List<String> differences(List<String> different, List<String> unverified) {
    List<String> all = new ArrayList<>(different);
    unverified.forEach(line -> all.add("not looked at: " + line));
    return all;
  }

  /** What a probe measured: plain fields on one line, lists below. */
  static void measured(Printer printer, StepResult result) {
    if (result.outcome() != StepOutcome.MEASURED) {
      return;
    }
    List<String> plain = new ArrayList<>();
    List<String> below = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : result.result().properties()) {
      JsonNode value = field.getValue();
      if (value.isValueNode() && !value.asText().isEmpty()) {
        plain.add(field.getKey() + "=" + value.asText());
      }
      if (value.isArray() && !value.isEmpty()) {
        below.add("    " + field.getKey() + ":");
        value.forEach(line -> below.add("      - " + line.asText()));
      }
    }
    printer.line("  " + result.step() + ": " + String.join(", ", plain));
    below.forEach(printer::line);
  }

  /** One line for a list. */
  static List<String> row(AttemptStatus status) {
    return List.of(
        status.attempt(),
        status.state().name(),
        status.host(),
        status.requester(),
        status.nextAct().isEmpty() ? status.waitingFor() : status.nextAct());
  }

  /** The beginning of a digest, enough to tell it. */
  static String brief(String digest) {
    return digest.length() > DIGEST_LENGTH ? digest.substring(0, DIGEST_LENGTH) : digest;
  }

  /** A duration in its two largest units. */
  static String duration(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds >= 3600) {
      return seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
    }
    if (seconds >= 60) {
      return seconds / 60 + " min" + (seconds % 60 == 0 ? "" : " " + seconds % 60 + " s");
    }
    return seconds < 10 && duration.toMillis() > 0
        ? String.format("%.1f s", duration.toMillis() / 1000.0)
        : seconds + " s";
  }

  /** Whether nothing more will happen without a person. */
  static boolean isSettled(AttemptState state) {
    return state.isEnd() || state == AttemptState.NEEDS_OPERATOR;
  }
}
