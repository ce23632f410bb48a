package dev.switchback.attempt;

import dev.switchback.change.Plan;
import dev.switchback.change.PlannedStep;
import dev.switchback.runbook.Runbook;
import dev.switchback.window.Budget;
import dev.switchback.window.OpenTime;
import dev.switchback.window.WindowActivities;
import dev.switchback.window.WindowActivities.Interval;
import io.temporal.failure.ActivityFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Lets the change through when it and its way back fit into the calendar's open time. */
final class WindowGate {
  /** How often the calendar is looked at again while waiting for it to open. */
  private static final Duration LOOK_AGAIN = Duration.ofHours(1);

  private final String host;
  private final Standing standing;
  private final Control control;
  private final WindowActivities windows;
  private @Nullable Interval chosen;
  private Duration reserve = Duration.ZERO;

  WindowGate(String host, Standing standing, Control control, WindowActivities windows) {
    this.host = host;
    this.standing = standing;
    this.control = control;
    this.windows = windows;
  }

  /**
   * Waits until the whole change fits, from now on.
   *
   * @param recalled ends the wait early, without a verdict
   */
  Optional<Ending> await(Runbook runbook, Plan plan, BooleanSupplier recalled) {
    if (runbook.window().isEmpty()) {
      return Optional.empty();
    }
    Runbook.WindowGate gate = runbook.window().get();
    reserve = gate.reserve();
    Budget budget = budget(plan.steps(), List.of());
    while (true) {
      Optional<Ending> ending = choose(gate, budget);
      if (ending.isPresent() || isOpen()) {
        return ending;
      }
      standing.move(AttemptState.AWAITING_WINDOW);
      control.await(untilNextLook(), recalled);
      if (control.isStopped()) {
        return control.stop().map(Ending::aborted);
      }
      if (recalled.getAsBoolean()) {
        return Optional.empty();
      }
    }
  }

  /** What is still needed when {@code remaining} are to come and {@code begun} were begun. */
  Budget budget(List<PlannedStep> remaining, List<PlannedStep> begun) {
    return new Budget(
        sum(remaining.stream().map(PlannedStep::worstCase).toList()),
        sum(remaining.stream().map(PlannedStep::worstCaseUndo).toList()),
        sum(begun.stream().map(PlannedStep::worstCaseUndo).toList()),
        reserve);
  }

  /** Why going on no longer fits; empty if it does or if there is no window. */
  Optional<Ending> check(Budget budget) {
    return closes()
        .filter(closing -> !budget.fits(Now.now(), closing))
        .map(
            closing ->
                Ending.refused(
                    String.format(
                        Locale.ROOT,
                        "the window closes at %s and %s is needed from now on: steps %s, undo %s,"
                            + " reserve %s",
                        closing,
                        budget.total(),
                        budget.remaining(),
                        budget.undoRemaining().plus(budget.undoDone()),
                        budget.reserve()),
                    "start again in the next window"));
  }

  /** How long going on still fits; empty if there is no window. */
  Optional<Duration> slack(Budget budget) {
    return closes().map(closing -> Duration.between(Now.now(), budget.lastStart(closing)));
  }

  /** When the chosen window closes. */
  Optional<Instant> closes() {
    return Optional.ofNullable(chosen).map(Interval::end);
  }

  /** When it opens; of use while waiting for it. */
  Optional<Instant> opens() {
    return Optional.ofNullable(chosen).map(Interval::start);
  }

  private Optional<Ending> choose(Runbook.WindowGate gate, Budget budget) {
    Instant now = Now.now();
    OpenTime open;
    try {
      open = OpenTime.of(windows.openIntervals(host, gate.calendar(), now));
    } catch (ActivityFailure e) {
      return Optional.of(
          Ending.refused(
              "calendar " + gate.calendar() + " can't be looked up: " + Failures.message(e)));
    }
    chosen = open.first(now, budget.total()).orElse(null);
    return chosen != null
        ? Optional.empty()
        : Optional.of(
            Ending.refused(
                String.format(
                    Locale.ROOT,
                    "no window of calendar %s is long enough: %s is needed with the way back and"
                        + " the reserve, the longest has %s",
                    gate.calendar(),
                    budget.total(),
                    open.longest(now)),
                "shorten the change or the reserve",
                "agree on a longer window"));
  }

  private boolean isOpen() {
    return opens().filter(opening -> !opening.isAfter(Now.now())).isPresent();
  }

  private Duration untilNextLook() {
    Duration untilOpen =
        opens().map(opening -> Duration.between(Now.now(), opening)).orElse(LOOK_AGAIN);
    return untilOpen.compareTo(LOOK_AGAIN) < 0 ? untilOpen : LOOK_AGAIN;
  }

  private static Duration sum(List<Duration> durations) {
    return durations.stream().reduce(Duration.ZERO, Duration::plus);
  }
}
