package dev.switchback.lease;

import io.temporal.activity.ActivityOptions;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.SignalExternalWorkflowException;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;

/** {@inheritDoc} */
public final class LeaseWorkflowImpl implements LeaseWorkflow {
  /** How often a holder is looked at. */
  static final Duration LIVENESS = Duration.ofSeconds(30);

  /** Length of a history, in events, at which the lease continues as new. */
  static final long LONGEST_HISTORY = 4_000;

  private static final Logger LOG = Workflow.getLogger(LeaseWorkflowImpl.class);

  private final LeaseBook book;
  private boolean changed;
  private boolean askedByHolder;
  private final LeaseActivities leases =
      Workflow.newActivityStub(
          LeaseActivities.class,
          ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofSeconds(10)).build());

  @WorkflowInit
  public LeaseWorkflowImpl(String host, LeaseState carried) {
    this.book = new LeaseBook(carried);
  }

  @Override
  public void run(String host, LeaseState carried) {
    while (Workflow.getInfo().getHistoryLength() < LONGEST_HISTORY) {
      if (book.isHeld()) {
        if (!Workflow.await(LIVENESS, () -> changed)) {
          unwindVanishedHolder(host);
        }
      } else {
        Workflow.await(() -> changed);
      }
      changed = false;
      serve();
    }
    Workflow.await(Workflow::isEveryHandlerFinished);
    Workflow.continueAsNew(host, book.state());
  }

  @Override
  public void request(String attempt) {
    book.request(attempt);
    askedByHolder |= book.state().holder().equals(attempt);
    changed = true;
  }

  @Override
  public void release(String attempt) {
    book.release(attempt);
    changed = true;
  }

  @Override
  public LeaseState state() {
    return book.state();
  }

  private void serve() {
    if (askedByHolder) {
      askedByHolder = false;
      tellHolder();
    }
    while (book.grantNext() && !tellHolder()) {
      LOG.warn("attempt {} asked for the host and is gone", book.state().holder());
      book.release(book.state().holder());
    }
    tellQueue();
  }

  private void unwindVanishedHolder(String host) {
    String holder = book.state().holder();
    if (leases.isOpen(holder) || !book.state().holder().equals(holder)) {
      return;
    }
    String undo = leases.startUnwind(host, holder);
    if (!book.state().holder().equals(holder)) {
      return;
    }
    if (undo.isEmpty()) {
      book.release(holder);
    } else {
      book.replaceHolder(undo);
      tellHolder();
    }
  }

  private boolean tellHolder() {
    LeaseState state = book.state();
    return signal(state.holder(), "leaseGranted", state.token());
  }

  private void tellQueue() {
    LeaseState state = book.state();
    List<String> queue = state.queue();
    for (int ahead = 0; ahead < queue.size(); ahead++) {
      if (!signal(queue.get(ahead), "leaseQueued", state.holder(), ahead)) {
        book.release(queue.get(ahead));
      }
    }
  }

  /**
   * By name, so that this package need not know the attempt's, which knows this one. A workflow
   * that is closed or unknown comes back as an {@code ApplicationFailure}.
   */
  private static boolean signal(String attempt, String name, Object... arguments) {
    try {
      Workflow.newUntypedExternalWorkflowStub(attempt).signal(name, arguments);
      return true;
    } catch (ApplicationFailure | SignalExternalWorkflowException gone) {
      LOG.info("attempt {} takes no signal any more", attempt, gone);
      return false;
    }
  }
}
