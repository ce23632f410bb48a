package dev.switchback.window;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.time.Instant;
import java.util.List;

/** Looks up calendars, which are the worker's. */
@ActivityInterface(namePrefix = "window.")
public interface WindowActivities {
  /**
   * The intervals in which the named calendar of the host is open, from {@code from} on, in order,
   * those that have begun included; at most 100 of them.
   */
  @ActivityMethod
  List<Interval> openIntervals(String host, String calendar, Instant from);

  /** Open from {@code start} (inclusive) to {@code end} (exclusive). */
  record Interval(Instant start, Instant end) {}
}
