package dev.switchback.attempt;

import io.temporal.workflow.Workflow;
import java.time.Instant;

/** The workflow's time, which a replay repeats. */
final class Now {
  private Now() {}

  static Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }
}
