package dev.switchback.worker;

import dev.switchback.payload.Payloads;
import dev.switchback.server.ServerUnavailable;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;

/** Connections to a Temporal frontend, with the project's payload format. */
public final class TemporalClients {
  private static final Duration CONNECT = Duration.ofSeconds(10);

  private TemporalClients() {}

  /**
   * Connects.
   *
   * @param address {@code host:port}
   * @throws ServerUnavailable if the frontend does not answer
   */
  public static WorkflowClient connect(String address, String namespace) throws ServerUnavailable {
    WorkflowServiceStubs stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(address).build());
    try {
      stubs.connect(CONNECT);
    } catch (StatusRuntimeException | IllegalStateException e) {
      stubs.shutdownNow();
      throw new ServerUnavailable(
          "no Temporal server answers at "
              + address
              + " ("
              + e.getMessage()
              + "); start one with 'switchback server start', or name another with --server",
          e);
    }
    return client(stubs, namespace);
  }

  /** A client over connected stubs. */
  public static WorkflowClient client(WorkflowServiceStubs stubs, String namespace) {
    return WorkflowClient.newInstance(
        stubs,
        WorkflowClientOptions.newBuilder()
            .setNamespace(namespace)
            .setDataConverter(Payloads.converter())
            .build());
  }
}
