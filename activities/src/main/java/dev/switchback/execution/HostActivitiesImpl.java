package dev.switchback.execution;

import dev.switchback.attempt.HostActivities;
import dev.switchback.attempt.LockAnswer;
import dev.switchback.attempt.PlanRequest;
import dev.switchback.attempt.RestorationReport;
import dev.switchback.attempt.StepOrder;
import dev.switchback.attempt.StepResult;
import dev.switchback.audit.TrailUnavailable;
import dev.switchback.change.Plan;
import dev.switchback.change.Resource;
import dev.switchback.expression.EvaluationFailed;
import dev.switchback.host.AccessRefused;
import dev.switchback.host.ContactLost;
import dev.switchback.host.FileRefused;
import dev.switchback.host.HostConnector;
import dev.switchback.host.HostLock;
import dev.switchback.host.JobScope;
import dev.switchback.host.Progress;
import dev.switchback.host.Unreachable;
import dev.switchback.runbook.InvalidRunbook;
import io.temporal.activity.Activity;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * The Temporal side of running steps: heartbeats, cancellation, and failures by their class.
 * Nothing else.
 */
public final class HostActivitiesImpl implements HostActivities {
  private final Planner planner;
  private final StepRunner runner;
  private final HostConnector hosts;
  private final String runDirectory;

  /**
   * @param runDirectory where the lock file lies on hosts, for example {@code /run/switchback}
   */
  public HostActivitiesImpl(
      Planner planner, StepRunner runner, HostConnector hosts, String runDirectory) {
    this.planner = planner;
    this.runner = runner;
    this.hosts = hosts;
    this.runDirectory = runDirectory;
  }

  @Override
  public Plan plan(PlanRequest request) {
    return beating(progress -> planner.plan(request, progress));
  }

  @Override
  public LockAnswer lock(String attempt, String host, long token) {
    return classified(() -> lockOf(attempt, host).acquire(attempt, token));
  }

  @Override
  public void unlock(String attempt, String host) {
    classified(
        () -> {
          lockOf(attempt, host).release(attempt);
          return true;
        });
  }

  private HostLock lockOf(String attempt, String host) {
    return new HostLock(hosts.open(host, new JobScope(attempt, "lock", "1")), runDirectory);
  }

  @Override
  public StepResult execute(StepOrder order) {
    return beating(progress -> runner.execute(order, progress));
  }

  @Override
  public StepResult compensate(StepOrder order, List<Resource> quarantined) {
    return beating(progress -> runner.compensate(order, quarantined, progress));
  }

  @Override
  public RestorationReport compare(String attempt, String host) {
    return classified(() -> runner.compare(attempt, host));
  }

  private interface Work<T> {
    T run() throws InvalidRunbook, EvaluationFailed;
  }

  private interface ReportingWork<T> {
    T run(Progress progress) throws InvalidRunbook, EvaluationFailed;
  }

  private static <T> T beating(ReportingWork<T> work) {
    try (Heartbeat heartbeat = Heartbeat.of(Activity.getExecutionContext())) {
      return classified(() -> work.run(heartbeat));
    }
  }

  private static <T> T classified(Work<T> work) {
    try {
      return work.run();
    } catch (Unreachable | ContactLost e) {
      throw failure(e, UNREACHABLE, true);
    } catch (AccessRefused e) {
      throw failure(e, ACCESS_REFUSED, false);
    } catch (TrailUnavailable e) {
      throw failure(e, TRAIL_UNAVAILABLE, true);
    } catch (InvalidRunbook | EvaluationFailed | IllegalArgumentException | UnknownAction e) {
      throw failure(e, INVALID, false);
    } catch (CancellationException e) {
      // Interrupted, as when the worker stops: another try, here or elsewhere, goes on.
      throw failure(e, UNREACHABLE, true);
    } catch (FileRefused | IllegalStateException e) {
      // What was not foreseen is not tried again and again on a production host.
      throw failure(e, "Unforeseen", false);
    }
  }

  private static ApplicationFailure failure(Exception e, String type, boolean retryable) {
    String message = String.valueOf(e.getMessage());
    return retryable
        ? ApplicationFailure.newFailureWithCause(message, type, e)
        : ApplicationFailure.newNonRetryableFailureWithCause(message, type, e);
  }
}
