package dev.switchback.attempt;

import dev.switchback.lease.LeaseActivities;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;

/** Gets the host for this attempt alone: first the lease, then the lock file on the host. */
final class Admission {
  /** How often a lease that was not granted is asked for again; a repeat changes nothing. */
  private static final Duration ASK_AGAIN = Duration.ofMinutes(5);

  /** How long a lock file of somebody else is waited for, and how often it is looked at. */
  private static final Duration LOCK_PATIENCE = Duration.ofMinutes(10);

  private static final Duration LOCK_LOOK = Duration.ofSeconds(15);

  private static final Logger LOG = Workflow.getLogger(Admission.class);

  private final AttemptRequest request;
  private final Standing standing;
  private final Journal journal;
  private final Control control;
  private final LeaseActivities leases;
  private final HostActivities host;
  private boolean asked;
  private boolean locking;
  private long token;
  private String holder = "";
  private int ahead;

  Admission(
      AttemptRequest request,
      Standing standing,
      Journal journal,
      Control control,
      LeaseActivities leases,
      HostActivities host) {
    this.request = request;
    this.standing = standing;
    this.journal = journal;
    this.control = control;
    this.leases = leases;
    this.host = host;
  }

  /** Fencing token; 0 without a lease. */
  long token() {
    return token;
  }

  /** Who holds the host, as far as this attempt was told. */
  String holder() {
    return token > 0 ? request.attempt() : holder;
  }

  int ahead() {
    return ahead;
  }

  void granted(long newToken) {
    if (asked && newToken > token) {
      token = newToken;
    }
  }

  void queued(String currentHolder, int before) {
    holder = currentHolder;
    ahead = before;
  }

  /**
   * Waits for the host.
   *
   * @param recalled ends the wait for the lease early, without a verdict
   */
  Optional<Ending> enter(BooleanSupplier recalled) {
    standing.move(AttemptState.AWAITING_HOST);
    asked = true;
    while (token == 0 && !control.isStopped() && !recalled.getAsBoolean()) {
      leases.request(request.host(), request.attempt());
      control.await(ASK_AGAIN, () -> token > 0 || recalled.getAsBoolean());
    }
    if (control.isStopped()) {
      return control.stop().map(Ending::aborted);
    }
    if (token == 0) {
      return Optional.empty();
    }
    journal.record(EventType.LEASE_GRANTED, Journal.ENGINE, Fields.of("token", token).json());
    return lock();
  }

  /** Gives the host back; does nothing without a lease. */
  void leave() {
    if (!asked) {
      return;
    }
    String lock = locking ? unlock(request.attempt()) : "not taken";
    locking = false;
    leases.release(request.host(), request.attempt());
    journal.record(
        EventType.LEASE_RELEASED,
        Journal.ENGINE,
        Fields.of("token", token).and("lock", lock).json());
    asked = false;
    token = 0;
  }

  private Optional<Ending> lock() {
    if (request.mode() == AttemptRequest.Mode.UNWIND) {
      unlock(request.unwinds());
    }
    Instant until = Now.now().plus(LOCK_PATIENCE);
    locking = true;
    while (true) {
      try {
        LockAnswer answer = host.lock(request.attempt(), request.host(), token);
        if (answer.held()) {
          return Optional.empty();
        }
        holder = answer.holder();
      } catch (ActivityFailure e) {
        return Optional.of(Ending.refused("the host could not be locked: " + Failures.message(e)));
      }
      if (!Now.now().isBefore(until)) {
        return Optional.of(foreignLock());
      }
      control.await(LOCK_LOOK, () -> false);
      if (control.isStopped()) {
        return control.stop().map(Ending::aborted);
      }
    }
  }

  private Ending foreignLock() {
    return Ending.refused(
        String.format(
            Locale.ROOT,
            "the lock file on host %s names attempt '%s', which no lease here knows",
            request.host(),
            holder),
        "wait until that attempt has ended",
        "look whether another engine serves this host",
        "remove the lock file by hand if nothing runs");
  }

  private String unlock(String attempt) {
    try {
      host.unlock(attempt, request.host());
      return "removed";
    } catch (ActivityFailure e) {
      LOG.warn("the lock file of attempt {} may still be on the host", attempt, e);
      return "may be left on the host: " + Failures.message(e);
    }
  }
}
