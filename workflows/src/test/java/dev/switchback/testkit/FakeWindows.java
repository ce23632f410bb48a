package dev.switchback.testkit;

import dev.switchback.window.WindowActivities;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A fake calendar: the intervals that a test gives it. */
public final class FakeWindows implements WindowActivities {
  private final List<Interval> intervals = new CopyOnWriteArrayList<>();

  public void open(Instant start, Instant end) {
    intervals.add(new Interval(start, end));
  }

  @Override
  public List<Interval> openIntervals(String host, String calendar, Instant from) {
    return intervals.stream().filter(interval -> interval.end().isAfter(from)).toList();
  }
}
