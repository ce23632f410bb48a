package dev.switchback.rehearsal.machine;

import java.util.ArrayList;
import java.util.List;

/** What happened to the host, in order. Thread-safe. */
public final class Effects {
  private final List<String> lines = new ArrayList<>();

  /** Notes one effect. */
  public synchronized void add(String plane, String what) {
    lines.add(plane + " " + what);
  }

  /** Returns all so far. */
  public synchronized List<String> all() {
    return List.copyOf(lines);
  }
}
