package dev.switchback.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchback.window.WindowActivities.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Now, the steps, the way back, and the reserve against the window's end. */
final class WindowArithmeticTest {
  private static final Instant NIGHT = Instant.parse("2026-12-01T22:00:00Z");

  private static Interval open(long fromMinute, long toMinute) {
    return new Interval(
        NIGHT.plus(Duration.ofMinutes(fromMinute)), NIGHT.plus(Duration.ofMinutes(toMinute)));
  }

  private static Budget budget(long steps, long undo, long done, long reserve) {
    return new Budget(
        Duration.ofMinutes(steps),
        Duration.ofMinutes(undo),
        Duration.ofMinutes(done),
        Duration.ofMinutes(reserve));
  }

  @Test
  void what_ends_exactly_at_the_close_fits() {
    assertThat(budget(10, 10, 10, 30).fits(NIGHT, NIGHT.plus(Duration.ofMinutes(60)))).isTrue();
  }

  @Test
  void windows_that_touch_are_one() {
    OpenTime time = OpenTime.of(List.of(open(30, 60), open(0, 30)));

    assertThat(time.first(NIGHT, Duration.ofMinutes(60))).contains(open(0, 60));
  }

  @Test
  void a_window_that_is_too_short_is_passed_over() {
    OpenTime time = OpenTime.of(List.of(open(0, 30), open(100, 200)));

    assertThat(time.first(NIGHT, Duration.ofMinutes(60))).contains(open(100, 200));
  }

  @Test
  void only_what_is_left_of_an_open_window_counts() {
    OpenTime time = OpenTime.of(List.of(open(-50, 30)));

    assertThat(time.longest(NIGHT)).isEqualTo(Duration.ofMinutes(30));
  }

  @Property
  void fits_until_the_last_start_and_not_a_moment_longer(
      @ForAll @LongRange(max = 10_000) long steps,
      @ForAll @LongRange(max = 10_000) long undo,
      @ForAll @LongRange(max = 10_000) long done,
      @ForAll @LongRange(max = 10_000) long reserve) {
    Budget budget = budget(steps, undo, done, reserve);
    Instant last = budget.lastStart(NIGHT);

    assertThat(budget.fits(last, NIGHT)).isTrue();
    assertThat(budget.fits(last.plusNanos(1), NIGHT)).isFalse();
    assertThat(budget.undoBy(NIGHT)).isAfterOrEqualTo(last);
  }
}
