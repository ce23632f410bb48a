package dev.switchback.lease;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** What attempts and leases need of the Temporal service itself. */
@ActivityInterface(namePrefix = "lease.")
public interface LeaseActivities {
  /** Signals {@code host/<host>} with start: asks for the host. */
  @ActivityMethod
  void request(String host, String attempt);

  /** Signals {@code host/<host>}: gives it back. */
  @ActivityMethod
  void release(String host, String attempt);

  /** Whether the attempt's workflow is still open. */
  @ActivityMethod
  boolean isOpen(String attempt);

  /**
   * Starts the undo of an attempt that vanished, unless it runs already.
   *
   * @return the undo's attempt id; empty if the attempt came to its own end and so needs none
   */
  @ActivityMethod
  String startUnwind(String host, String attempt);
}
