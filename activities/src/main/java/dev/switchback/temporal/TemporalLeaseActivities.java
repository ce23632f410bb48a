package dev.switchback.temporal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.switchback.attempt.AttemptRequest;
import dev.switchback.attempt.AttemptRequest.Mode;
import dev.switchback.attempt.AttemptWorkflow;
import dev.switchback.json.Json;
import dev.switchback.lease.LeaseActivities;
import dev.switchback.lease.LeaseState;
import dev.switchback.lease.LeaseWorkflow;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.BatchRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Leases by way of the Temporal service that the worker is connected to. Thread-safe. */
public final class TemporalLeaseActivities implements LeaseActivities {
  /** The requester named in attempts that the lease starts. */
  public static final String REQUESTER = "lease";

  private static final Pattern UNDO = Pattern.compile("(.+)-undo-(\\d{1,9})");

  private final WorkflowClient client;

  public TemporalLeaseActivities(WorkflowClient client) {
    this.client = client;
  }

  @Override
  public void request(String host, String attempt) {
    LeaseWorkflow lease = client.newWorkflowStub(LeaseWorkflow.class, options(leaseId(host)));
    BatchRequest batch = client.newSignalWithStartRequest();
    batch.add(lease::run, host, LeaseState.FREE);
    batch.add(lease::request, attempt);
    client.signalWithStart(batch);
  }

  @Override
  public void release(String host, String attempt) {
    try {
      client.newWorkflowStub(LeaseWorkflow.class, leaseId(host)).release(attempt);
    } catch (WorkflowNotFoundException noLease) {
      // Nobody holds a host whose lease does not run; a later request starts it afresh.
      return;
    }
  }

  @Override
  public boolean isOpen(String attempt) {
    return status(attempt)
        .filter(status -> status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING)
        .isPresent();
  }

  @Override
  public String startUnwind(String host, String attempt) {
    if (status(attempt).filter(TemporalLeaseActivities::ranToItsEnd).isPresent()) {
      return "";
    }
    AttemptRequest request = undoOf(host, attempt);
    AttemptWorkflow undo =
        client.newWorkflowStub(AttemptWorkflow.class, options(request.attempt()));
    try {
      WorkflowClient.start(undo::run, request);
    } catch (WorkflowExecutionAlreadyStarted running) {
      return request.attempt();
    }
    return request.attempt();
  }

  /** The undo of an undo undoes the first attempt again, under the next number. */
  static AttemptRequest undoOf(String host, String attempt) {
    Matcher matcher = UNDO.matcher(attempt);
    boolean again = matcher.matches();
    String original = again ? matcher.group(1) : attempt;
    int number = again ? Integer.parseInt(matcher.group(2)) + 1 : 1;
    return new AttemptRequest(
        original + "-undo-" + number,
        Mode.UNWIND,
        "",
        Json.sha256("".getBytes(StandardCharsets.UTF_8)),
        host,
        JsonNodeFactory.instance.objectNode(),
        REQUESTER,
        original);
  }

  private Optional<WorkflowExecutionStatus> status(String attempt) {
    try {
      return Optional.of(client.newUntypedWorkflowStub(attempt).describe().getStatus());
    } catch (WorkflowNotFoundException unknown) {
      return Optional.empty();
    }
  }

  /** A cancelled attempt has undone itself: only a terminated or failed one has not. */
  private static boolean ranToItsEnd(WorkflowExecutionStatus status) {
    return status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED
        || status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CANCELED;
  }

  static WorkflowOptions options(String id) {
    return WorkflowOptions.newBuilder()
        .setTaskQueue(AttemptWorkflow.TASK_QUEUE)
        .setWorkflowId(id)
        .setWorkflowIdReusePolicy(
            id.startsWith("host/")
                ? WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE
                : WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
        .build();
  }

  private static String leaseId(String host) {
    return "host/" + host;
  }
}
