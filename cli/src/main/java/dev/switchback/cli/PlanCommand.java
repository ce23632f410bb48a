package dev.switchback.cli;

import dev.switchback.attempt.AttemptOutcome;
import dev.switchback.attempt.AttemptRequest;
import dev.switchback.attempt.AttemptWorkflow;
import dev.switchback.change.Plan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows a plan: of an attempt, or freshly made. */
@Command(
    name = "plan",
    description = "Show what a runbook would do to a host, or the plan of an attempt.",
    mixinStandardHelpOptions = true)
final class PlanCommand implements Callable<Integer> {
  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(
      paramLabel = "RUNBOOK|ATTEMPT",
      description = "With --host a runbook, else an attempt.")
  String subject = "";

  @Option(names = "--host", paramLabel = "HOST", description = "Host of the inventory.")
  @Nullable String host;

  @Option(names = "-p", paramLabel = "NAME=VALUE", description = "A parameter.")
  Map<String, String> parameters = new LinkedHashMap<>();

  @Option(names = "--as", paramLabel = "PERSON", description = "Who asks.")
  @Nullable String as;

  @Override
  public Integer call() {
    Optional<AttemptRequest> request =
        Optional.ofNullable(host)
            .map(
                named ->
                    Launch.request(
                        AttemptRequest.Mode.PLAN,
                        RunbookFiles.read(subject),
                        named,
                        parameters,
                        Launch.person(as)));
    try (Session session = Session.open(global.settings())) {
      request.ifPresent(session::start);
      Optional<AttemptOutcome> outcome = request.map(r -> session.outcome(r.attempt()));
      String attempt = request.map(AttemptRequest::attempt).orElse(subject);
      Optional<Plan> plan = session.ask(attempt, AttemptWorkflow::plan);
      plan.ifPresent(made -> Views.plan(global.printer(), made));
      plan.ifPresent(global.printer()::json);
      if (plan.isEmpty()) {
        throw new CommandFailed(
            ExitCode.REFUSED, outcome.map(AttemptOutcome::cause).orElse("there is no plan yet"));
      }
      return outcome.map(o -> ExitCode.of(o.state())).orElse(ExitCode.SUCCEEDED).code();
    }
  }
}
