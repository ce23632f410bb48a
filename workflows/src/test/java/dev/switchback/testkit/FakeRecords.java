package dev.switchback.testkit;

import dev.switchback.attempt.AttemptEvent;
import dev.switchback.attempt.RecordActivities;
import dev.switchback.attempt.StepOrder;
import dev.switchback.change.Plan;
import dev.switchback.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A fake audit trail in memory: one event per attempt and key, heads by chained digests. */
public final class FakeRecords implements RecordActivities {
  private final Map<String, AttemptEvent> events = new LinkedHashMap<>();
  private final Map<String, String> heads = new LinkedHashMap<>();
  private final List<StepOrder> begun = new ArrayList<>();

  /** The steps that a later undo finds begun. */
  public synchronized void begun(StepOrder order) {
    begun.add(order);
  }

  /** Types of an attempt's events, in order. */
  public synchronized List<String> types(String attempt) {
    return events(attempt).stream().map(AttemptEvent::type).toList();
  }

  /** Events of an attempt, in order. */
  public synchronized List<AttemptEvent> events(String attempt) {
    return events.values().stream().filter(event -> event.attempt().equals(attempt)).toList();
  }

  /** The text of the last event of that type; empty if there is none. */
  public synchronized String last(String attempt, String type) {
    return events(attempt).stream()
        .filter(event -> event.type().equals(type))
        .map(event -> event.actor() + " " + event.data())
        .reduce("", (before, after) -> after);
  }

  /** Digest of the attempt's newest event. */
  public synchronized String head(String attempt) {
    return heads.getOrDefault(attempt, "");
  }

  @Override
  public synchronized String append(AttemptEvent event) {
    if (events.putIfAbsent(event.attempt() + " " + event.key(), event) == null) {
      heads.put(event.attempt(), Json.digest(List.of(head(event.attempt()), event)));
    }
    return head(event.attempt());
  }

  @Override
  public String recordPlan(String attempt, String key, Plan plan) {
    return append(new AttemptEvent(attempt, key, "plan.made", "engine", Json.tree(plan.digest())));
  }

  @Override
  public synchronized List<StepOrder> begunSteps(String attempt) {
    return begun.stream().filter(order -> order.attempt().equals(attempt)).toList();
  }
}
