package dev.switchback.worker;

import dev.switchback.action.Catalogue;
import dev.switchback.approval.Statement;
import dev.switchback.attempt.AttemptWorkflow;
import dev.switchback.attempt.AttemptWorkflowImpl;
import dev.switchback.audit.RecordActivitiesImpl;
import dev.switchback.audit.SqliteAuditTrail;
import dev.switchback.configuration.Settings;
import dev.switchback.evidence.EvidenceStore;
import dev.switchback.evidence.FileEvidenceStore;
import dev.switchback.execution.HostActivitiesImpl;
import dev.switchback.execution.Planner;
import dev.switchback.execution.StepRunner;
import dev.switchback.expression.Expressions;
import dev.switchback.inventory.InvalidInventory;
import dev.switchback.inventory.WindowActivitiesImpl;
import dev.switchback.kernellog.LineClassifier;
import dev.switchback.lease.LeaseWorkflowImpl;
import dev.switchback.runbook.RunbookReader;
import dev.switchback.signature.ApprovalActivitiesImpl;
import dev.switchback.signature.SshSignatures;
import dev.switchback.ssh.HostConnections;
import dev.switchback.ssh.SshSettings;
import dev.switchback.temporal.TemporalLeaseActivities;
import io.temporal.client.WorkflowClient;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A worker: everything it runs, composed in this one place. */
public final class SwitchbackWorker implements AutoCloseable {
  /** Waits between tries to see a host again whose line dropped in the middle of a step. */
  private static final List<Duration> CONTACT_PAUSES =
      List.of(
          Duration.ofMillis(200),
          Duration.ofSeconds(1),
          Duration.ofSeconds(3),
          Duration.ofSeconds(10));

  /**
   * How long a workflow's next task waits for the worker that had the last one, before any may take
   * it.
   */
  private static final Duration STICKY = Duration.ofSeconds(2);

  private static final Duration CLOSE = Duration.ofSeconds(3);
  private static final Duration HEARTBEAT_THROTTLE = Duration.ofSeconds(1);

  private final WorkerFactory factory;
  private final HostConnections hosts;
  private final SqliteAuditTrail trail;

  private SwitchbackWorker(WorkerFactory factory, HostConnections hosts, SqliteAuditTrail trail) {
    this.factory = factory;
    this.hosts = hosts;
    this.trail = trail;
  }

  /**
   * Composes a worker and starts polling.
   *
   * @throws InvalidInventory if the inventory can't be read
   */
  public static SwitchbackWorker start(WorkflowClient client, Settings settings)
      throws InvalidInventory {
    // Before the first workflow task: a cold start would come near the SDK's deadlock limit.
    Expressions.warm();
    RunbookReader.warm();
    CurrentInventory inventory = CurrentInventory.read(settings.inventory());
    SqliteAuditTrail trail = SqliteAuditTrail.open(settings.trail());
    EvidenceStore evidence = new FileEvidenceStore(settings.evidence());
    SshSettings ssh = SshSettings.defaults();
    HostConnections hosts = new HostConnections(inventory.get(), ssh);
    Catalogue catalogue = StandardActions.catalogue(inventory);
    StepRunner runner =
        new StepRunner(
            catalogue,
            hosts,
            inventory,
            trail,
            evidence,
            LineClassifier.shipped(),
            CONTACT_PAUSES,
            Clock.systemUTC());
    WorkerFactory factory =
        WorkerFactory.newInstance(
            client,
            WorkerFactoryOptions.newBuilder().setUsingVirtualWorkflowThreads(false).build());
    Worker worker =
        factory.newWorker(
            AttemptWorkflow.TASK_QUEUE,
            WorkerOptions.newBuilder()
                .setStickyQueueScheduleToStartTimeout(STICKY)
                .setMaxHeartbeatThrottleInterval(HEARTBEAT_THROTTLE)
                .setDefaultHeartbeatThrottleInterval(HEARTBEAT_THROTTLE)
                .build());
    worker.registerWorkflowImplementationTypes(AttemptWorkflowImpl.class, LeaseWorkflowImpl.class);
    worker.registerActivitiesImplementations(
        new HostActivitiesImpl(
            new Planner(catalogue, hosts, inventory), runner, hosts, ssh.runDirectory()),
        new RecordActivitiesImpl(trail, evidence),
        new ApprovalActivitiesImpl(inventory, new SshSignatures(Statement.NAMESPACE)),
        new WindowActivitiesImpl(inventory),
        new TemporalLeaseActivities(client));
    factory.start();
    return new SwitchbackWorker(factory, hosts, trail);
  }

  /** Lets running activities end, for at most the given time, and stops. */
  public void drain(Duration limit) {
    factory.shutdown();
    factory.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
    close();
  }

  /** Stops: polling at once, what runs within a few seconds. */
  @Override
  public void close() {
    factory.shutdown();
    factory.awaitTermination(CLOSE.toMillis(), TimeUnit.MILLISECONDS);
    factory.shutdownNow();
    hosts.close();
    trail.close();
  }
}
