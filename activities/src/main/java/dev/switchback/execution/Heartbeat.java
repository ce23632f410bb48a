package dev.switchback.execution;

import dev.switchback.host.Progress;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Tells Temporal every few seconds that the activity is alive, whatever it waits for, and the
 * activity at its next report that it was cancelled.
 */
final class Heartbeat implements Progress, AutoCloseable {
  private static final long PERIOD_SECONDS = 3;

  private final ActivityExecutionContext context;
  private final AtomicReference<String> line = new AtomicReference<>("started");
  private final AtomicReference<@Nullable ActivityCompletionException> ended =
      new AtomicReference<>();
  private final ScheduledExecutorService beats;

  private Heartbeat(ActivityExecutionContext context) {
    this.context = context;
    this.beats =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "heartbeat");
              thread.setDaemon(true);
              return thread;
            });
  }

  @SuppressWarnings("FutureReturnValueIgnored") // beat() keeps what goes wrong
  static Heartbeat of(ActivityExecutionContext context) {
    Heartbeat heartbeat = new Heartbeat(context);
    heartbeat.beats.scheduleAtFixedRate(heartbeat::beat, 0, PERIOD_SECONDS, TimeUnit.SECONDS);
    return heartbeat;
  }

  private void beat() {
    try {
      context.heartbeat(line.get());
    } catch (ActivityCompletionException e) {
      ended.set(e);
    }
  }

  @Override
  public void report(String said) {
    line.set(said);
    ActivityCompletionException end = ended.get();
    if (end != null) {
      throw end;
    }
  }

  @Override
  public void close() {
    beats.shutdownNow();
  }
}
