package dev.switchback.execution;

import dev.switchback.action.ActionFailed;
import dev.switchback.action.StateAction;
import dev.switchback.host.ContactLost;
import dev.switchback.host.Host;
import dev.switchback.host.Progress;
import dev.switchback.host.Unreachable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * Converges through lost contact: the line's end says nothing about the host, so the host is looked
 * at again, and what is missing is done. Gives up with {@link Unreachable} when it can't be looked
 * at.
 */
final class Convergence {
  private final List<Duration> pauses;

  Convergence(List<Duration> pauses) {
    this.pauses = List.copyOf(pauses);
  }

  /** Converges, and returns the state observed at the end. */
  <I, S> S run(StateAction<I, S> action, Host host, I input, S target, Progress progress)
      throws ActionFailed {
    int pause = 0;
    while (true) {
      try {
        action.converge(host, input, target, progress);
        return action.observe(host, input);
      } catch (ContactLost | Unreachable lost) {
        if (pause == pauses.size()) {
          throw new Unreachable(
              host.name(),
              "contact was lost in the middle of the step and could not be regained: "
                  + lost.getMessage(),
              lost);
        }
        progress.report("contact lost, looking at the host again: " + lost.getMessage());
        sleep(pauses.get(pause++));
      }
    }
  }

  private static void sleep(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while contact was lost");
    }
  }
}
