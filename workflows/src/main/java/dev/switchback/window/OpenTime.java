package dev.switchback.window;

import dev.switchback.window.WindowActivities.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A calendar's open time: intervals in order, without overlaps. */
public final class OpenTime {
  private final List<Interval> intervals;

  private OpenTime(List<Interval> intervals) {
    this.intervals = intervals;
  }

  /** Intervals in any order; those that touch or overlap become one. */
  public static OpenTime of(List<Interval> intervals) {
    List<Interval> merged = new ArrayList<>();
    for (Interval next :
        intervals.stream().sorted(Comparator.comparing(Interval::start)).toList()) {
      int last = merged.size() - 1;
      if (last >= 0 && !next.start().isAfter(merged.get(last).end())) {
        merged.set(last, join(merged.get(last), next));
      } else {
        merged.add(next);
      }
    }
    return new OpenTime(List.copyOf(merged));
  }

  /** The first interval that leaves {@code needed} from {@code now}, or from its start, on. */
  public Optional<Interval> first(Instant now, Duration needed) {
    return intervals.stream()
        .filter(interval -> !later(now, interval.start()).plus(needed).isAfter(interval.end()))
        .findFirst();
  }

  /** The longest time that any interval leaves from {@code now} on; zero if all are over. */
  public Duration longest(Instant now) {
    return intervals.stream()
        .map(interval -> Duration.between(later(now, interval.start()), interval.end()))
        .filter(left -> !left.isNegative())
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  private static Interval join(Interval first, Interval second) {
    return new Interval(first.start(), later(first.end(), second.end()));
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
