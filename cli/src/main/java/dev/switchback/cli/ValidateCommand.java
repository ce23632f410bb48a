package dev.switchback.cli;

import dev.switchback.runbook.Runbook;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Reads a runbook and reports every problem. */
@Command(
    name = "validate",
    description = "Check a runbook file; every problem with line, column and fix.",
    mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {
  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(paramLabel = "RUNBOOK", description = "File, or name of a shipped runbook.")
  String runbook = "";

  @Override
  public Integer call() {
    Runbook read = RunbookFiles.read(runbook).runbook();
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("runbook", read.name());
    said.put("valid", true);
    said.put("steps", read.steps().size());
    global.printer().json(said);
    global.printer().line(runbook + ": valid, " + read.steps().size() + " steps");
    return ExitCode.SUCCEEDED.code();
  }
}
