package dev.switchback.window;

import java.time.Duration;
import java.time.Instant;

/**
 * The time that a change still needs at worst, going on and then coming back.
 *
 * @param remaining worst case of the steps still to come
 * @param undoRemaining worst case of undoing those
 * @param undoDone worst case of undoing the steps begun so far
 * @param reserve time to leave free before the window closes
 */
public record Budget(
    Duration remaining, Duration undoRemaining, Duration undoDone, Duration reserve) {

  /** All of it together. */
  public Duration total() {
    return remaining.plus(undoRemaining).plus(undoDone).plus(reserve);
  }

  /** Whether a window that closes at {@code closes} is long enough from {@code now} on. */
  public boolean fits(Instant now, Instant closes) {
    return !now.plus(total()).isAfter(closes);
  }

  /** The last moment at which going on still fits. */
  public Instant lastStart(Instant closes) {
    return closes.minus(total());
  }

  /** The moment by which undoing what was begun must start. */
  public Instant undoBy(Instant closes) {
    return closes.minus(reserve).minus(undoDone);
  }
}
