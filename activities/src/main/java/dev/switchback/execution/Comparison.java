package dev.switchback.execution;

import dev.switchback.attempt.RestorationReport;
import java.util.ArrayList;
import java.util.List;

/** Collects a restoration report. */
final class Comparison {
  private final List<String> restored = new ArrayList<>();
  private final List<String> different = new ArrayList<>();
  private final List<String> unverified = new ArrayList<>();

  void restored(List<String> steps) {
    steps.stream().filter(step -> !restored.contains(step)).forEach(restored::add);
  }

  void different(String step, List<String> lines) {
    lines.forEach(line -> different.add(step + ": " + line));
  }

  void unverified(String step, String reason) {
    unverified.add(step + ": " + reason);
  }

  RestorationReport report() {
    return new RestorationReport(restored, different, unverified);
  }
}
