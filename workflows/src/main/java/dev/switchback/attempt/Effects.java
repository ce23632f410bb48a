package dev.switchback.attempt;

import dev.switchback.approval.ApprovalActivities;
import dev.switchback.lease.LeaseActivities;
import dev.switchback.window.WindowActivities;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** The activities that an attempt calls, each with its time-outs and retries. */
final class Effects {
  /** Longest silence of a running activity before its worker counts as dead. */
  static final Duration HEARTBEAT = Duration.ofSeconds(20);

  /** On top of a step's deadline: connecting, observing, verifying, recording. */
  static final Duration SLACK = Duration.ofMinutes(2);

  /** How long a step is tried again when the host does not answer. */
  static final Duration PATIENCE = Duration.ofMinutes(15);

  /** How long an undo is: a GPU host takes its time to come back from a reboot. */
  static final Duration UNDO_PATIENCE = Duration.ofHours(1);

  private static final Duration SHORT = Duration.ofSeconds(30);

  RecordActivities records() {
    return Workflow.newActivityStub(RecordActivities.class, endless("append to the trail"));
  }

  LeaseActivities leases() {
    return Workflow.newActivityStub(LeaseActivities.class, endless("host lease"));
  }

  ApprovalActivities approvals() {
    return Workflow.newActivityStub(
        ApprovalActivities.class,
        options("verify a signature", SHORT, Duration.ofMinutes(2)).build());
  }

  WindowActivities windows() {
    return Workflow.newActivityStub(
        WindowActivities.class,
        options("look up the calendar", SHORT, Duration.ofMinutes(2)).build());
  }

  HostActivities planning() {
    Duration longest = Duration.ofMinutes(5);
    return host(beating(options("plan", longest, longest.plus(PATIENCE))));
  }

  HostActivities lock() {
    return host(options("lock file on the host", Duration.ofMinutes(1), PATIENCE));
  }

  HostActivities comparison() {
    Duration longest = Duration.ofMinutes(10);
    return host(options("compare with the record", longest, longest.plus(UNDO_PATIENCE)));
  }

  HostActivities step(String summary, Duration deadline) {
    Duration longest = deadline.plus(SLACK);
    return host(beating(options(summary, longest, longest.plus(PATIENCE))));
  }

  HostActivities undo(String summary, Duration deadline) {
    Duration longest = deadline.plus(SLACK);
    return host(beating(options(summary, longest, longest.plus(UNDO_PATIENCE))));
  }

  private static HostActivities host(ActivityOptions.Builder options) {
    return Workflow.newActivityStub(HostActivities.class, options.build());
  }

  private static ActivityOptions.Builder beating(ActivityOptions.Builder options) {
    return options
        .setHeartbeatTimeout(HEARTBEAT)
        .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED);
  }

  private static ActivityOptions endless(String summary) {
    return ActivityOptions.newBuilder()
        .setSummary(summary)
        .setStartToCloseTimeout(SHORT)
        .setRetryOptions(retries())
        .build();
  }

  private static ActivityOptions.Builder options(String summary, Duration once, Duration all) {
    return ActivityOptions.newBuilder()
        .setSummary(summary)
        .setStartToCloseTimeout(once)
        .setScheduleToCloseTimeout(all)
        .setRetryOptions(retries());
  }

  private static RetryOptions retries() {
    return RetryOptions.newBuilder()
        .setInitialInterval(Duration.ofSeconds(1))
        .setBackoffCoefficient(2)
        .setMaximumInterval(Duration.ofSeconds(30))
        .setDoNotRetry(HostActivities.ACCESS_REFUSED, HostActivities.INVALID)
        .build();
  }
}
