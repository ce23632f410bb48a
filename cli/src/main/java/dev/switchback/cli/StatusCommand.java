package dev.switchback.cli;

import dev.switchback.attempt.AttemptStatus;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows where an attempt stands. */
@Command(
    name = "status",
    description = "Show where an attempt stands, and what must be done next.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  private static final long LOOK_MILLIS = 1000;

  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(paramLabel = "ATTEMPT")
  String attempt = "";

  @Option(
      names = "--watch",
      description = "Show it again at each change, until it ends or needs a person.")
  boolean watch;

  @Override
  public Integer call() throws InterruptedException {
    try (Session session = Session.open(global.settings())) {
      AttemptStatus status = session.status(attempt);
      show(status);
      while (watch && !Views.isSettled(status.state())) {
        Thread.sleep(LOOK_MILLIS);
        AttemptStatus next = session.status(attempt);
        if (!next.equals(status)) {
          show(next);
        }
        status = next;
      }
      return watch ? ExitCode.of(status.state()).code() : ExitCode.SUCCEEDED.code();
    }
  }

  private void show(AttemptStatus status) {
    Views.status(global.printer(), status, Instant.now());
    global.printer().line("");
    global.printer().json(status);
  }
}
