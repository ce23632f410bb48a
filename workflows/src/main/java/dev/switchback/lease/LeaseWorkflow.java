package dev.switchback.lease;

import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/**
 * The lease of one host, workflow id {@code host/<name>}: first come, first served; one holder at a
 * time. A holder that no longer runs without having released is undone first, then the next one is
 * served.
 */
@WorkflowInterface
public interface LeaseWorkflow {
  /** Runs for ever (continues as new); {@code carried} is its own state from the run before. */
  @WorkflowMethod(name = "HostLease")
  void run(String host, LeaseState carried);

  /** Asks for the host; a repeat by the same attempt changes nothing. */
  @SignalMethod
  void request(String attempt);

  /** Gives the host back, or leaves the queue. */
  @SignalMethod
  void release(String attempt);

  @QueryMethod
  LeaseState state();
}
