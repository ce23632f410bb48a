package dev.switchback.testkit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.switchback.attempt.AttemptRequest;
import dev.switchback.attempt.AttemptWorkflow;
import dev.switchback.json.Json;
import dev.switchback.lease.LeaseActivities;
import dev.switchback.lease.LeaseState;
import dev.switchback.lease.LeaseWorkflow;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.BatchRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import java.nio.charset.StandardCharsets;

/** Lease activities against the test server, as a test's stand-in for the worker's. */
public final class TestLeases implements LeaseActivities {
  private final WorkflowClient client;

  public TestLeases(WorkflowClient client) {
    this.client = client;
  }

  @Override
  public void request(String host, String attempt) {
    LeaseWorkflow lease =
        client.newWorkflowStub(
            LeaseWorkflow.class,
            WorkflowOptions.newBuilder()
                .setTaskQueue(AttemptWorkflow.TASK_QUEUE)
                .setWorkflowId("host/" + host)
                .build());
    BatchRequest batch = client.newSignalWithStartRequest();
    batch.add(lease::run, host, LeaseState.FREE);
    batch.add(lease::request, attempt);
    client.signalWithStart(batch);
  }

  @Override
  public void release(String host, String attempt) {
    client.newWorkflowStub(LeaseWorkflow.class, "host/" + host).release(attempt);
  }

  @Override
  public boolean isOpen(String attempt) {
    try {
      return client.newUntypedWorkflowStub(attempt).describe().getStatus()
          == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
    } catch (WorkflowNotFoundException e) {
      return false;
    }
  }

  @Override
  public String startUnwind(String host, String attempt) {
    String undo = attempt + "-undo";
    AttemptRequest request =
        new AttemptRequest(
            /* attempt= */ undo,
            AttemptRequest.Mode.UNWIND,
            "",
            Json.sha256("".getBytes(StandardCharsets.UTF_8)),
            host,
            JsonNodeFactory.instance.objectNode(),
            "lease",
            /* unwinds= */ attempt);
    AttemptWorkflow workflow =
        client.newWorkflowStub(
            AttemptWorkflow.class,
            WorkflowOptions.newBuilder()
                .setTaskQueue(AttemptWorkflow.TASK_QUEUE)
                .setWorkflowId(undo)
                .build());
    WorkflowClient.start(workflow::run, request);
    return undo;
  }
}
