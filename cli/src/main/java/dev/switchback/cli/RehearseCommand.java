package dev.switchback.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.switchback.attempt.AttemptRequest;
import dev.switchback.attempt.AttemptStatus;
import dev.switchback.attempt.StepResult;
import dev.switchback.attempt.StepStatus;
import dev.switchback.rehearsal.RehearsalHost;
import dev.switchback.rehearsal.scenario.Scenario;
import dev.switchback.text.Suggestion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one attempt from plan to end against the simulated host. */
@Command(
    name = "rehearse",
    description =
        "Run a runbook from plan to end against the simulated host; the approvals are signed with keys"
            + " made for the occasion.",
    mixinStandardHelpOptions = true)
final class RehearseCommand implements Callable<Integer> {
  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(paramLabel = "RUNBOOK", description = "File, or name of a shipped runbook.")
  String runbook = "";

  @Option(
      names = "--scenario",
      required = true,
      paramLabel = "NAME",
      description = "What goes wrong: healthy, fsp-boot-failure, ...")
  String scenario = "";

  @Option(names = "-p", paramLabel = "NAME=VALUE", description = "A parameter.")
  Map<String, String> parameters = new LinkedHashMap<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    RunbookFiles.Read read = RunbookFiles.read(runbook);
    if (!Scenario.NAMES.contains(scenario)) {
      throw new CommandFailed(
          ExitCode.USAGE,
          "there is no scenario '" + scenario + "'; " + Suggestion.of(scenario, Scenario.NAMES));
    }
    Scenario chosen = Scenario.named(scenario);
    Map<String, String> given = new LinkedHashMap<>();
    chosen
        .parameters()
        .forEach(
            (name, value) -> {
              if (read.runbook().parameters().containsKey(name)) {
                given.put(name, String.valueOf(value));
              }
            });
    given.putAll(parameters);
    AttemptRequest request =
        Launch.request(
            AttemptRequest.Mode.RUN, read, RehearsalHost.FACTS.name(), given, Stage.REQUESTER);
    Printer printer = global.printer();
    printer.line("Rehearsing " + read.runbook().name() + " on a simulated host: " + chosen.title());
    try (Stage stage = Stage.set(global.settings(), chosen, request.attempt(), printer::line)) {
      AttemptStatus end = new Rehearsal(stage, read.runbook(), printer).run(request);
      List<StepResult> results =
          end.state().isEnd() ? stage.session().outcome(request.attempt()).steps() : List.of();
      results.forEach(result -> Views.measured(printer, result));
      List<String> changes = stage.changes();
      printer.line("");
      printer.line(
          changes.isEmpty()
              ? "nothing on the host is different from before"
              : "different on the host from before:");
      changes.forEach(change -> printer.line("  " + change));
      printer.line("trail and evidence are kept in " + stage.folder());
      printer.json(json(end, results, changes));
      return ExitCode.of(end.state()).code();
    }
  }

  private static Map<String, Object> json(
      AttemptStatus end, List<StepResult> results, List<String> changes) {
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("attempt", end.attempt());
    said.put("outcome", end.state());
    said.put("cause", end.cause());
    said.put("remedies", end.remedies());
    Map<String, JsonNode> measured = new LinkedHashMap<>();
    results.forEach(result -> measured.put(result.step(), result.result()));
    List<Map<String, Object>> steps = new ArrayList<>();
    for (StepStatus step : end.steps()) {
      if (step.outcome().isPresent()) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("id", step.id());
        one.put("result", step.outcome().get().name());
        one.put("measured", measured.getOrDefault(step.id(), NullNode.getInstance()));
        steps.add(one);
      }
    }
    said.put("steps", steps);
    said.put("compensated", end.compensated().stream().map(StepResult::step).toList());
    end.restoration().ifPresent(report -> said.put("restoration", report));
    said.put("hostChanges", changes);
    said.put("auditHead", end.auditHead());
    said.put("planDigest", end.planDigest());
    return said;
  }
}
