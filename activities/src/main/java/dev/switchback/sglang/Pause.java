package dev.switchback.sglang;

import java.time.Duration;
import java.util.concurrent.CancellationException;

/** Waiting between two looks. */
final class Pause {
  private Pause() {}

  static void of(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for the service");
    }
  }
}
