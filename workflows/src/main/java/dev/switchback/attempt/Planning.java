package dev.switchback.attempt;

import dev.switchback.change.Plan;
import dev.switchback.change.PlannedStep;
import dev.switchback.json.Json;
import dev.switchback.runbook.InvalidRunbook;
import dev.switchback.runbook.Runbook;
import dev.switchback.runbook.RunbookReader;
import io.temporal.failure.ActivityFailure;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the pinned runbook and has the plan made, as often as it is asked for. */
final class Planning {
  /** After so many changes between approval and start the host counts as not fit for a change. */
  private static final int MOST_DRIFTS = 10;

  private final AttemptRequest request;
  private final Standing standing;
  private final Journal journal;
  private final Control control;
  private final HostActivities host;
  private @Nullable Runbook runbook;
  private int drifts;

  Planning(
      AttemptRequest request,
      Standing standing,
      Journal journal,
      Control control,
      HostActivities host) {
    this.request = request;
    this.standing = standing;
    this.journal = journal;
    this.control = control;
    this.host = host;
  }

  /** The runbook, once {@link #read} accepted it. */
  Runbook runbook() {
    if (runbook == null) {
      throw new IllegalStateException("the runbook is read first");
    }
    return runbook;
  }

  /** Its name; empty while it is not read. */
  String runbookName() {
    return runbook == null ? "" : runbook.name();
  }

  /** Reads the runbook's text, if it is the one that was pinned. */
  Optional<Ending> read() {
    String digest = Json.sha256(request.runbookText().getBytes(StandardCharsets.UTF_8));
    if (!digest.equals(request.runbookSha256())) {
      return Optional.of(
          Ending.refused(
              "the runbook's text has digest " + digest + ", pinned is " + request.runbookSha256(),
              "start a new attempt from the runbook file"));
    }
    try {
      runbook = RunbookReader.reread(request.runbookText());
      return Optional.empty();
    } catch (InvalidRunbook e) {
      return Optional.of(
          Ending.refused(
              "the runbook can't be read: " + e.getMessage(),
              "check it with 'switchback validate'"));
    }
  }

  /**
   * Makes the plan from the host as it is now, and adopts it.
   *
   * @return why the attempt ends here: it can't be made, or a step is refused
   */
  Optional<Ending> plan() {
    Plan made;
    try {
      made =
          control.interruptibly(
              () ->
                  host.plan(
                      new PlanRequest(
                          request.attempt(),
                          request.runbookText(),
                          request.host(),
                          request.parameters())));
    } catch (ActivityFailure e) {
      return Optional.of(
          control
              .stop()
              .map(Ending::aborted)
              .orElseGet(() -> Ending.refused("no plan can be made: " + Failures.message(e))));
    }
    adopt(made);
    return control.stop().map(Ending::aborted).or(() -> refusal(made)).or(this::restlessness);
  }

  private void adopt(Plan made) {
    String digest = made.digest();
    if (digest.equals(standing.planDigest())) {
      return;
    }
    if (standing.plan().isPresent()) {
      drifts++;
      journal.record(
          EventType.DRIFT_FOUND,
          Journal.ENGINE,
          Fields.of("approved", standing.planDigest()).and("found", digest).json());
    }
    standing.adopt(made, digest);
    journal.recordPlan(made);
    standing.publish();
  }

  private Optional<Ending> restlessness() {
    return drifts < MOST_DRIFTS
        ? Optional.empty()
        : Optional.of(
            Ending.refused(
                "the host changed " + drifts + " times between plan and start",
                "find out who works on it; the drift.found events name the plans"));
  }

  private static Optional<Ending> refusal(Plan plan) {
    return Stream.concat(plan.steps().stream(), plan.afterRollback().stream())
        .map(PlannedStep::refusal)
        .flatMap(Optional::stream)
        .findFirst()
        .map(Ending::refused);
  }
}
