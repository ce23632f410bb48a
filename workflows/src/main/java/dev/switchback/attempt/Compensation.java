package dev.switchback.attempt;

import dev.switchback.change.Resource;
import io.temporal.failure.ActivityFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Brings everything back, last step first, past steps that fail; then compares the host with what
 * was recorded, then runs the probes that the runbook wants after a rollback. Runs out of the reach
 * of cancellation and abort.
 */
final class Compensation {
  private final AttemptRequest request;
  private final Journal journal;
  private final Effects effects;
  private final Function<StepOrder, StepResult> probe;
  private final List<StepOrder> begun = new ArrayList<>();
  private final List<StepOrder> probes = new ArrayList<>();
  private final Map<String, Integer> executions = new LinkedHashMap<>();

  /** Cause by step. */
  private final Map<String, String> outstanding = new LinkedHashMap<>();

  private final Map<String, List<Resource>> quarantined = new LinkedHashMap<>();
  private final List<String> skipped = new ArrayList<>();
  private final List<StepResult> compensated = new ArrayList<>();
  private @Nullable RestorationReport report;

  /**
   * @param probe runs a probe of {@code afterRollback}
   */
  Compensation(
      AttemptRequest request,
      Journal journal,
      Effects effects,
      Function<StepOrder, StepResult> probe) {
    this.request = request;
    this.journal = journal;
    this.effects = effects;
    this.probe = probe;
  }

  /**
   * Undoes all of {@code orders}, then proves it.
   *
   * @param orders in the order in which they were begun
   * @param results how they ended; one that is stuck or degraded stays outstanding until an
   *     operator has it tried again
   * @param afterwards the runbook's probes
   */
  void run(List<StepOrder> orders, List<StepResult> results, List<StepOrder> afterwards) {
    begun.addAll(orders);
    probes.addAll(afterwards);
    results.forEach(result -> quarantine(result.step(), result.quarantined()));
    undo(orders);
    results.stream()
        .filter(Compensation::needsOperator)
        .forEach(result -> outstanding.put(result.step(), result.cause()));
    prove();
  }

  /**
   * Tries again what is outstanding, or one step of it, then proves the whole. Asking for it lifts
   * the quarantine of what is tried.
   */
  void retry(String step) {
    List<String> again = step.isEmpty() ? List.copyOf(outstanding.keySet()) : List.of(step);
    again.forEach(outstanding::remove);
    again.forEach(quarantined::remove);
    undo(begun.stream().filter(order -> again.contains(order.step())).toList());
    prove();
  }

  /** Leaves one step as it is; proves the whole once nothing else is outstanding. */
  void skip(String step, String reason) {
    outstanding.remove(step);
    skipped.add(step);
    compensated.add(StepRun.unbegun(step, StepOutcome.SKIPPED, reason));
    if (outstanding.isEmpty()) {
      prove();
    }
  }

  /** Whether nothing is left to be done about the undo. */
  boolean isSettled() {
    return outstanding.isEmpty() && report != null && (report.isProven() || !skipped.isEmpty());
  }

  /** Steps whose undo is not verified. */
  List<String> outstanding() {
    return List.copyOf(outstanding.keySet());
  }

  /** What is not verified, one line. */
  String complaint() {
    if (!outstanding.isEmpty()) {
      return String.join(
          "; ",
          outstanding.entrySet().stream()
              .map(step -> "undo of " + step.getKey() + ": " + step.getValue())
              .toList());
    }
    return report == null
        ? ""
        : String.join(
            "; ",
            Stream.concat(report.different().stream(), report.unverified().stream()).toList());
  }

  List<StepResult> compensated() {
    return List.copyOf(compensated);
  }

  Optional<RestorationReport> report() {
    return Optional.ofNullable(report);
  }

  private void undo(List<StepOrder> orders) {
    for (int i = orders.size() - 1; i >= 0; i--) {
      StepOrder order = orders.get(i);
      StepResult result = undo(next(order));
      compensated.add(result);
      quarantine(order.step(), result.quarantined());
      if (isVerified(result)) {
        outstanding.remove(order.step());
      } else {
        outstanding.put(order.step(), result.cause());
      }
    }
  }

  private StepResult undo(StepOrder order) {
    HostActivities host =
        effects.undo("undo " + order.step() + ": " + order.uses(), order.deadline());
    return attempted(order.step(), () -> host.compensate(order, allQuarantined()));
  }

  private void prove() {
    report = compare();
    journal.record(
        EventType.RESTORATION_COMPARED, Journal.ENGINE, Fields.of("report", report).json());
    if (!report.isProven()) {
      begun.stream()
          .filter(order -> !compared().restored().contains(order.step()))
          .filter(order -> !skipped.contains(order.step()))
          .filter(order -> !outstanding.containsKey(order.step()))
          .forEach(order -> outstanding.put(order.step(), "not as it was recorded"));
    }
    probes.stream().filter(order -> !skipped.contains(order.step())).forEach(this::probe);
  }

  private void probe(StepOrder order) {
    StepResult result = probe.apply(next(order));
    compensated.add(result);
    if (result.outcome().isSuccess()) {
      outstanding.remove(order.step());
    } else {
      outstanding.put(order.step(), result.cause());
    }
  }

  private RestorationReport compare() {
    String whose =
        request.mode() == AttemptRequest.Mode.UNWIND ? request.unwinds() : request.attempt();
    try {
      return effects.comparison().compare(whose, request.host());
    } catch (ActivityFailure e) {
      return new RestorationReport(
          List.of(), List.of(), List.of("nothing could be looked at: " + Failures.message(e)));
    }
  }

  private RestorationReport compared() {
    if (report == null) {
      throw new IllegalStateException("compared first");
    }
    return report;
  }

  private static StepResult attempted(String step, Supplier<StepResult> activity) {
    try {
      return activity.get();
    } catch (ActivityFailure e) {
      return StepRun.unknown(step, Failures.message(e), true);
    }
  }

  /** The order under its next execution number: its first one, or one more for each repeat. */
  private StepOrder next(StepOrder order) {
    int execution = executions.merge(order.step(), order.execution(), (last, first) -> last + 1);
    return new StepOrder(
        order.attempt(),
        execution,
        order.step(),
        order.uses(),
        order.host(),
        order.input(),
        order.token(),
        order.deadline());
  }

  private void quarantine(String step, List<Resource> resources) {
    if (!resources.isEmpty()) {
      quarantined.put(step, resources);
    }
  }

  private List<Resource> allQuarantined() {
    return quarantined.values().stream().flatMap(List::stream).distinct().sorted().toList();
  }

  private static boolean isVerified(StepResult result) {
    return result.outcome() == StepOutcome.APPLIED || result.outcome() == StepOutcome.UNCHANGED;
  }

  private static boolean needsOperator(StepResult result) {
    return result.outcome() == StepOutcome.STUCK || result.outcome() == StepOutcome.DEGRADED;
  }
}
