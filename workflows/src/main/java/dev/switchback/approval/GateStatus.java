package dev.switchback.approval;

import java.util.List;

/**
 * An approval gate as {@code status} shows it.
 *
 * @param id the gate's id
 * @param who who may decide, in words: {@code role operator}, {@code tenant other}
 * @param reason why the gate exists, from the runbook
 * @param required how many persons must approve
 * @param approvedBy who approved, and still counts
 * @param rejectedBy who rejected; empty if nobody
 * @param open whether it lets the attempt through
 */
public record GateStatus(
    String id,
    String who,
    String reason,
    int required,
    List<String> approvedBy,
    String rejectedBy,
    boolean open) {
  public GateStatus {
    approvedBy = List.copyOf(approvedBy);
  }
}
