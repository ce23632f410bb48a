package dev.switchback.cli;

import dev.switchback.attempt.AttemptOutcome;
import dev.switchback.attempt.AttemptRequest;
import dev.switchback.attempt.AttemptState;
import dev.switchback.attempt.AttemptStatus;
import dev.switchback.attempt.AttemptWorkflow;
import dev.switchback.configuration.Settings;
import dev.switchback.server.DevServer;
import dev.switchback.server.ServerUnavailable;
import dev.switchback.server.TemporalBinary;
import dev.switchback.worker.TemporalClients;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowServiceException;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.failure.ApplicationFailure;
import java.util.Optional;
import java.util.function.Function;

/** A connection to the Temporal server, for one command. */
final class Session implements AutoCloseable {
  private final WorkflowClient client;

  Session(WorkflowClient client) {
    this.client = client;
  }

  /** Connects to the server that the settings name; a dev server must run already. */
  static Session open(Settings settings) {
    try {
      return new Session(TemporalClients.connect(address(settings), settings.namespace()));
    } catch (ServerUnavailable e) {
      throw new CommandFailed(ExitCode.UNREACHABLE, String.valueOf(e.getMessage()));
    }
  }

  private static String address(Settings settings) throws ServerUnavailable {
    if (settings.server().equals(Settings.EMBEDDED)) {
      throw new CommandFailed(
          ExitCode.USAGE, "an embedded server is of one process only; use it with 'rehearse'");
    }
    return settings.server().equals(Settings.DEV)
        ? devServer(settings, line -> {})
            .running()
            .orElseThrow(
                () ->
                    new ServerUnavailable(
                        "no dev server runs; start 'switchback worker' (or 'switchback server start')"))
            .address()
        : settings.server();
  }

  static DevServer devServer(Settings settings, java.util.function.Consumer<String> say) {
    return new DevServer(
        settings.state(), new TemporalBinary(System.getenv(), settings.state(), say));
  }

  WorkflowClient client() {
    return client;
  }

  /** Starts an attempt. */
  void start(AttemptRequest request) {
    AttemptWorkflow workflow =
        client.newWorkflowStub(
            AttemptWorkflow.class,
            WorkflowOptions.newBuilder()
                .setWorkflowId(request.attempt())
                .setTaskQueue(AttemptWorkflow.TASK_QUEUE)
                .setWorkflowIdReusePolicy(
                    WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
                .setStaticSummary(request.mode() + " on " + request.host())
                .build());
    WorkflowClient.start(workflow::run, request);
  }

  /** Waits until the attempt ends. */
  AttemptOutcome outcome(String attempt) {
    try {
      return client.newUntypedWorkflowStub(attempt).getResult(AttemptOutcome.class);
    } catch (WorkflowFailedException e) {
      throw new CommandFailed(
          ExitCode.FAILED,
          "attempt "
              + attempt
              + " was closed without an outcome; its last status is shown by 'status'");
    }
  }

  AttemptStatus status(String attempt) {
    return ask(attempt, AttemptWorkflow::status);
  }

  /**
   * Asks a query or sends an update, and tells refusals and missing attempts from other failures.
   */
  <T> T ask(String attempt, Function<AttemptWorkflow, T> question) {
    try {
      return question.apply(client.newWorkflowStub(AttemptWorkflow.class, attempt));
    } catch (WorkflowNotFoundException e) {
      throw new CommandFailed(
          ExitCode.USAGE,
          "there is no attempt '" + attempt + "' that can take this; see 'switchback list'");
    } catch (WorkflowUpdateException e) {
      throw new CommandFailed(ExitCode.REFUSED, words(e));
    } catch (WorkflowServiceException e) {
      throw new CommandFailed(
          ExitCode.UNREACHABLE,
          "the attempt does not answer ("
              + words(e)
              + "); is a worker running? start one with 'switchback worker'");
    }
  }

  private static String words(Throwable e) {
    for (Throwable at = e; at != null; at = at.getCause()) {
      if (at instanceof ApplicationFailure failure) {
        return failure.getOriginalMessage();
      }
    }
    return e.getCause() == null
        ? String.valueOf(e.getMessage())
        : String.valueOf(e.getCause().getMessage());
  }

  /** The state an attempt ended in, if it did. */
  Optional<AttemptState> ended(AttemptStatus status) {
    return status.state().isEnd() ? Optional.of(status.state()) : Optional.empty();
  }

  /** An untyped stub, for what the typed one can't. */
  WorkflowStub stub(String attempt) {
    return client.newUntypedWorkflowStub(attempt);
  }

  @Override
  public void close() {
    client.getWorkflowServiceStubs().shutdownNow();
  }
}
