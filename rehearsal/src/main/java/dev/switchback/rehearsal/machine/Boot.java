package dev.switchback.rehearsal.machine;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** Which boot of the host this is. Thread-safe. */
public final class Boot {
  private static final Duration UP_ALREADY = Duration.ofHours(31);

  private final Clock clock;
  private volatile String id = UUID.randomUUID().toString();
  private volatile Instant since;

  /** A boot of a while ago. */
  Boot(Clock clock) {
    this.clock = clock;
    this.since = clock.instant().minus(UP_ALREADY);
  }

  void next() {
    id = UUID.randomUUID().toString();
    since = clock.instant();
  }

  /** Returns what /proc/sys/kernel/random/boot_id reads. */
  public String id() {
    return id;
  }

  /** Returns when it was. */
  public Instant since() {
    return since;
  }

  String uptime() {
    double seconds = Duration.between(since, clock.instant()).toMillis() / 1000.0;
    return "%.2f %.2f%n".formatted(seconds, seconds * 60);
  }
}
