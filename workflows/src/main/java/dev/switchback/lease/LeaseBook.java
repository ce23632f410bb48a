package dev.switchback.lease;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Who has a host and who waits for it, first come, first served. Pure. */
final class LeaseBook {
  private String holder;
  private long token;
  private final Deque<String> queue;

  LeaseBook(LeaseState state) {
    this.holder = state.holder();
    this.token = state.token();
    this.queue = new ArrayDeque<>(state.queue());
  }

  LeaseState state() {
    return new LeaseState(holder, token, List.copyOf(queue));
  }

  boolean isHeld() {
    return !holder.isEmpty();
  }

  /** Joins the queue's end, unless the attempt holds the host or waits already. */
  void request(String attempt) {
    if (!holder.equals(attempt) && !queue.contains(attempt)) {
      queue.addLast(attempt);
    }
  }

  /** Gives the host back, or leaves the queue. */
  void release(String attempt) {
    queue.remove(attempt);
    if (holder.equals(attempt)) {
      holder = "";
    }
  }

  /**
   * Gives a free host to the first in the queue, under a new token.
   *
   * @return whether somebody got it
   */
  boolean grantNext() {
    if (isHeld() || queue.isEmpty()) {
      return false;
    }
    grant(queue.removeFirst());
    return true;
  }

  /** Puts the undo of a holder that vanished in its place, before all that wait. */
  void replaceHolder(String undo) {
    queue.remove(undo);
    grant(undo);
  }

  private void grant(String attempt) {
    holder = attempt;
    token++;
  }
}
