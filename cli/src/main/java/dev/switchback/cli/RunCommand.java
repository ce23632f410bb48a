package dev.switchback.cli;

import dev.switchback.attempt.AttemptOutcome;
import dev.switchback.attempt.AttemptRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts an attempt. */
@Command(
    name = "run",
    description = "Start an attempt; it plans, then waits for its approvals.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(paramLabel = "RUNBOOK", description = "File, or name of a shipped runbook.")
  String runbook = "";

  @Option(
      names = "--host",
      required = true,
      paramLabel = "HOST",
      description = "Host of the inventory.")
  String host = "";

  @Option(names = "-p", paramLabel = "NAME=VALUE", description = "A parameter.")
  Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      names = "--as",
      paramLabel = "PERSON",
      description = "Who asks; the login name if absent.")
  @Nullable String as;

  @Option(names = "--wait", description = "Wait for the end, and exit with the attempt's code.")
  boolean wait;

  @Override
  public Integer call() {
    Printer printer = global.printer();
    AttemptRequest request =
        Launch.request(
            AttemptRequest.Mode.RUN,
            RunbookFiles.read(runbook),
            host,
            parameters,
            Launch.person(as));
    try (Session session = Session.open(global.settings())) {
      session.start(request);
      printer.line("started " + request.attempt());
      printer.line("see it with: switchback status " + request.attempt() + " --watch");
      if (!wait) {
        printer.json(Map.of("attempt", request.attempt()));
        return ExitCode.SUCCEEDED.code();
      }
      AttemptOutcome outcome = session.outcome(request.attempt());
      Views.outcome(printer, outcome);
      printer.json(outcome);
      return ExitCode.of(outcome.state()).code();
    }
  }
}
