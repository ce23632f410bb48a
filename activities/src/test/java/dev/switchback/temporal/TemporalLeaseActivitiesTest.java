package dev.switchback.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchback.lease.LeaseState;
import dev.switchback.lease.LeaseWorkflow;
import dev.switchback.payload.Payloads;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against Temporal's in-process server; no worker runs, so what is started stays open. */
final class TemporalLeaseActivitiesTest {
  private final TestWorkflowEnvironment environment =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setWorkflowClientOptions(
                  WorkflowClientOptions.newBuilder().setDataConverter(Payloads.converter()).build())
              .build());
  private final TemporalLeaseActivities leases =
      new TemporalLeaseActivities(environment.getWorkflowClient());

  @AfterEach
  void close() {
    environment.close();
  }

  private WorkflowStub workflow(String id) {
    return environment.getWorkflowClient().newUntypedWorkflowStub(id);
  }

  @Test
  void a_request_starts_the_lease_of_the_host() {
    leases.request("seed", "a1");

    assertThat(leases.isOpen("host/seed")).isTrue();
  }

  @Test
  void a_request_reaches_a_lease_that_runs_already() {
    LeaseWorkflow lease =
        environment
            .getWorkflowClient()
            .newWorkflowStub(LeaseWorkflow.class, TemporalLeaseActivities.options("host/seed"));
    WorkflowClient.start(lease::run, "seed", LeaseState.FREE);

    leases.request("seed", "a1");

    assertThat(leases.isOpen("host/seed")).isTrue();
  }

  @Test
  void a_release_without_a_lease_is_no_failure() {
    leases.release("seed", "a1");

    assertThat(leases.isOpen("host/seed")).isFalse();
  }

  @Test
  void an_unknown_attempt_is_not_open() {
    assertThat(leases.isOpen("nobody")).isFalse();
  }

  @Test
  void starts_the_undo_of_a_terminated_attempt_once() {
    leases.startUnwind("seed", "a1");

    assertThat(leases.startUnwind("seed", "a1")).isEqualTo("a1-undo-1");
    assertThat(leases.isOpen("a1-undo-1")).isTrue();
  }

  @Test
  void an_undo_that_vanished_is_followed_by_the_next_undo_of_the_same_attempt() {
    String first = leases.startUnwind("seed", "a1");
    workflow(first).terminate("by a test");

    assertThat(leases.startUnwind("seed", first)).isEqualTo("a1-undo-2");
    assertThat(TemporalLeaseActivities.undoOf("seed", first).unwinds()).isEqualTo("a1");
  }
}
