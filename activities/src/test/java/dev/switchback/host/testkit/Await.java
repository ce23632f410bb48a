package dev.switchback.host.testkit;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a condition, with a deadline. */
public final class Await {
  private Await() {}

  /** Returns as soon as the condition holds; fails with {@code what} if it does not in time. */
  public static void until(String what, Duration limit, BooleanSupplier condition) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() >= end) {
        throw new AssertionError("not within " + limit + ": " + what);
      }
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted while waiting: " + what, e);
      }
    }
  }
}
