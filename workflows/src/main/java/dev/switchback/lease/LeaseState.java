package dev.switchback.lease;

import java.util.List;

/**
 * Who has a host and who waits for it.
 *
 * @param holder the holding attempt's id; empty if none
 * @param token fencing token of the holder, or the last one handed out; grows by one for each grant
 * @param queue attempts that wait, the next one first
 */
public record LeaseState(String holder, long token, List<String> queue) {
  /** Nobody has it, nobody waits. */
  public static final LeaseState FREE = new LeaseState("", 0, List.of());

  public LeaseState {
    queue = List.copyOf(queue);
  }
}
