package dev.switchback.inventory;

import dev.switchback.attempt.HostActivities;
import dev.switchback.window.WindowActivities;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** Calendars of the inventory. */
public final class WindowActivitiesImpl implements WindowActivities {
  private static final int MOST = 100;

  private final Supplier<Inventory> inventory;

  public WindowActivitiesImpl(Supplier<Inventory> inventory) {
    this.inventory = inventory;
  }

  @Override
  public List<Interval> openIntervals(String host, String calendar, Instant from) {
    Inventory now = inventory.get();
    if (now.alwaysOpen().contains(calendar)) {
      return List.of(new Interval(Instant.EPOCH, Instant.parse("9999-12-31T23:59:59Z")));
    }
    List<Interval> open = now.calendars().get(calendar);
    if (open == null) {
      throw ApplicationFailure.newNonRetryableFailure(
          "the inventory has no calendar '" + calendar + "'; add it under 'calendars:'",
          HostActivities.INVALID);
    }
    return open.stream()
        .filter(interval -> interval.end().isAfter(from))
        .sorted(Comparator.comparing(Interval::start))
        .limit(MOST)
        .toList();
  }
}
