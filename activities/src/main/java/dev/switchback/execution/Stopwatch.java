package dev.switchback.execution;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** How long something took. */
final class Stopwatch {
  private final Clock clock;
  private final Instant began;

  Stopwatch(Clock clock) {
    this.clock = clock;
    this.began = clock.instant();
  }

  long millis() {
    return Duration.between(began, clock.instant()).toMillis();
  }
}
