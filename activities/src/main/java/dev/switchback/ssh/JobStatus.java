package dev.switchback.ssh;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What {@code job-poll.sh} said.
 *
 * @param missing whether there is no such job
 * @param rebooted whether the host has booted since the job was started
 * @param killed whether this job was sent a signal by us
 * @param pid process id of the leader; 0 if it has not written it yet
 * @param group its process group; 0 if not known
 * @param state its state letter (proc(5), field 3 of stat); empty if it is gone, or if its id
 *     belongs to another process now
 * @param exitStatus present once it has ended
 * @param elapsedMillis since the job was started, by the host's uptime; -1 if not known
 */
record JobStatus(
    boolean missing,
    boolean rebooted,
    boolean killed,
    long pid,
    long group,
    String state,
    OptionalInt exitStatus,
    long elapsedMillis) {
  // proc(5), counted after the command's closing parenthesis.
  private static final int STATE = 0;
  private static final int GROUP = 2;
  private static final int START_TIME = 19;

  /** Whether its process is there and not a zombie. */
  boolean alive() {
    return !state.isEmpty() && !state.equals("Z");
  }

  boolean uninterruptible() {
    return state.equals("D");
  }

  static JobStatus parse(String text) {
    Map<String, String> lines = new HashMap<>();
    text.lines()
        .forEach(
            l -> {
              String[] words = l.split(" ", 2);
              lines.put(words[0], words.length == 2 ? words[1] : "");
            });
    List<String> first = stat(lines.getOrDefault("first", ""));
    List<String> now = stat(lines.getOrDefault("now", ""));
    boolean same = first.isEmpty() || field(first, START_TIME).equals(field(now, START_TIME));
    return new JobStatus(
        lines.containsKey("missing"),
        !lines.getOrDefault("boot_id", "").equals(lines.getOrDefault("booted", "")),
        lines.containsKey("killed"),
        number(lines.getOrDefault("pid", "")),
        number(field(first, GROUP)),
        same ? field(now, STATE) : "",
        lines.containsKey("status")
            ? OptionalInt.of((int) number(lines.getOrDefault("status", "")))
            : OptionalInt.empty(),
        elapsed(lines.getOrDefault("started", ""), lines.getOrDefault("uptime", "")));
  }

  private static List<String> stat(String line) {
    int end = line.lastIndexOf(") ");
    return end < 0 ? List.of() : List.of(line.substring(end + 2).split(" "));
  }

  private static String field(List<String> stat, int index) {
    return index < stat.size() ? stat.get(index) : "";
  }

  private static long number(String text) {
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
  }

  private static long elapsed(String started, String uptime) {
    double from = seconds(started);
    double to = seconds(uptime);
    return from < 0 || to < from ? -1 : Math.round((to - from) * 1000);
  }

  private static double seconds(String uptime) {
    String first = uptime.split(" ", 2)[0];
    return first.matches("\\d{1,12}(\\.\\d+)?") ? Double.parseDouble(first) : -1;
  }
}
