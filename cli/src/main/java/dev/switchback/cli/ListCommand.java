package dev.switchback.cli;

import dev.switchback.attempt.AttemptStatus;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowExecutionMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists attempts. */
@Command(
    name = "list",
    description = "List attempts that are open, the newest first.",
    mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {
  private static final int MOST = 200;

  @Mixin GlobalOptions global = new GlobalOptions();

  @Option(names = "--all", description = "Ended ones too.")
  boolean all;

  @Override
  public Integer call() {
    try (Session session = Session.open(global.settings())) {
      String query = "WorkflowType = 'Attempt'" + (all ? "" : " AND ExecutionStatus = 'Running'");
      List<AttemptStatus> attempts = new ArrayList<>();
      for (WorkflowExecutionMetadata found :
          session.client().listExecutions(query).limit(MOST).toList()) {
        attempts.add(session.status(found.getExecution().getWorkflowId()));
      }
      global
          .printer()
          .table(
              List.of("ATTEMPT", "STATE", "HOST", "REQUESTER", "NEXT"),
              attempts.stream().map(Views::row).toList());
      global.printer().json(attempts);
      return ExitCode.SUCCEEDED.code();
    } catch (StatusRuntimeException e) {
      throw new CommandFailed(
          ExitCode.UNREACHABLE,
          "the server can't list attempts: " + e.getStatus().getDescription());
    }
  }
}
