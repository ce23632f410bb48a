package dev.switchback.rehearsal.model.kernel;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The kernel's log of this boot: lines in order, each with a sequence number. Thread-safe. */
public final class KernelLog {

  /**
   * One line.
   *
   * @param sequence counts from 1 in each boot
   * @param at when it was written
   * @param message the text without a time stamp
   */
  public record Line(long sequence, Instant at, String message) {}

  private final Clock clock;
  private final List<Line> lines = new ArrayList<>();

  /** An empty log whose lines are stamped by {@code clock}. */
  public KernelLog(Clock clock) {
    this.clock = clock;
  }

  /** Appends one line. */
  public synchronized void add(String message) {
    lines.add(new Line(lines.size() + 1L, clock.instant(), message));
  }

  /** Returns the lines after the one numbered {@code sequence}; 0 for all. */
  public synchronized List<Line> after(long sequence) {
    return lines.stream().filter(line -> line.sequence() > sequence).toList();
  }

  /** Empties the log, as a boot does. */
  public synchronized void clear() {
    lines.clear();
  }
}
