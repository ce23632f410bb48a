package dev.switchback.rehearsal.shell;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The process table of a machine. Thread-safe. */
public final class Processes {
  private static final int FIRST = 2000;
  private static final int SIGNALLED = 128;
  private static final int KILL = 9;

  private final AtomicInteger last = new AtomicInteger(FIRST);
  private final Map<Integer, Entry> table = new TreeMap<>();

  /**
   * One process.
   *
   * @param pid process id
   * @param parent parent's process id
   * @param group process group
   * @param session session id
   * @param command its name in /proc
   * @param state R, S, D or Z
   * @param started ticks of 10 ms since boot
   */
  public record Running(
      int pid, int parent, int group, int session, String command, char state, long started) {}

  private static final class Entry {
    final int parent;
    final long started;
    int group;
    int session;
    String command;
    char state = 'S';
    @Nullable Thread thread;
    int killedBy;

    Entry(int parent, int group, int session, String command, long started) {
      this.parent = parent;
      this.group = group;
      this.session = session;
      this.command = command;
      this.started = started;
    }
  }

  /**
   * Starts a process as a child of {@code parent} (0: of nobody) in its group and session. @return
   * its id
   */
  public synchronized int fork(int parent, String command, long ticks) {
    int pid = last.incrementAndGet();
    Entry up = table.get(parent);
    table.put(
        pid,
        new Entry(
            parent, up == null ? pid : up.group, up == null ? pid : up.session, command, ticks));
    return pid;
  }

  /** Makes a process the leader of a session and group of its own. */
  public synchronized void newSession(int pid) {
    Entry entry = table.get(pid);
    if (entry != null) {
      entry.group = pid;
      entry.session = pid;
    }
  }

  /** Names the thread that a signal must interrupt. */
  public synchronized void runOn(int pid, Thread thread, String command) {
    Entry entry = table.get(pid);
    if (entry != null) {
      entry.thread = thread;
      entry.command = command;
    }
  }

  /**
   * Marks a process as waiting in the kernel, where no signal reaches it, or as back from there.
   */
  public synchronized void uninterruptible(int pid, boolean waiting) {
    Entry entry = table.get(pid);
    if (entry != null) {
      entry.state = waiting ? 'D' : 'S';
    }
  }

  /** Marks the youngest process that runs on {@code thread}. */
  public synchronized void uninterruptible(Thread thread, boolean waiting) {
    table.values().stream()
        .filter(entry -> thread.equals(entry.thread))
        .reduce((older, younger) -> younger)
        .ifPresent(entry -> entry.state = waiting ? 'D' : 'S');
  }

  /** Ends all processes at once, waiting ones too, as a power cut does. */
  public synchronized void endAll() {
    for (Entry entry : table.values()) {
      entry.killedBy = KILL;
      if (entry.thread != null) {
        entry.thread.interrupt();
      }
    }
    table.clear();
  }

  /** Takes an ended process out. @return 128 + the signal that ended it, if one did */
  public synchronized OptionalInt end(int pid) {
    Entry entry = table.remove(pid);
    return entry == null || entry.killedBy == 0
        ? OptionalInt.empty()
        : OptionalInt.of(SIGNALLED + entry.killedBy);
  }

  /**
   * Sends a signal to a process, or with a negative id to a group. Signal 0 only asks. @return
   * whether there is any
   */
  public synchronized boolean signal(int target, int number) {
    List<Entry> targets =
        table.entrySet().stream()
            .filter(e -> target > 0 ? e.getKey() == target : e.getValue().group == -target)
            .map(Map.Entry::getValue)
            .toList();
    for (Entry entry : targets) {
      if (number != 0 && entry.state != 'D') {
        entry.killedBy = number;
        if (entry.thread != null) {
          entry.thread.interrupt();
        }
      }
    }
    return !targets.isEmpty();
  }

  /** All processes, by id. */
  public synchronized List<Running> all() {
    return table.entrySet().stream()
        .map(
            e ->
                new Running(
                    e.getKey(),
                    e.getValue().parent,
                    e.getValue().group,
                    e.getValue().session,
                    e.getValue().command,
                    e.getValue().state,
                    e.getValue().started))
        .toList();
  }
}
