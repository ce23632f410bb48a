package dev.switchback.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.attempt.AttemptEvent;
import dev.switchback.attempt.HostActivities;
import dev.switchback.attempt.RecordActivities;
import dev.switchback.attempt.StepOrder;
import dev.switchback.change.Plan;
import dev.switchback.evidence.EvidenceStore;
import dev.switchback.json.Json;
import io.temporal.failure.ApplicationFailure;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The record on an {@link AuditTrail} and an {@link EvidenceStore}. */
public final class RecordActivitiesImpl implements RecordActivities {
  private final AuditTrail trail;
  private final EvidenceStore evidence;

  public RecordActivitiesImpl(AuditTrail trail, EvidenceStore evidence) {
    this.trail = trail;
    this.evidence = evidence;
  }

  @Override
  public String append(AttemptEvent event) {
    return recorded(() -> trail.append(event).digest());
  }

  @Override
  public String recordPlan(String attempt, String key, Plan plan) {
    ObjectNode data = Json.mapper().createObjectNode();
    data.put("planDigest", plan.digest());
    data.put("runbook", plan.runbook());
    data.put("runbookSha256", plan.runbookSha256());
    data.put("host", plan.host());
    data.put("steps", plan.steps().size());
    return recorded(
        () -> {
          data.put("evidence", evidence.put(Json.canonical(plan).getBytes(StandardCharsets.UTF_8)));
          return trail.append(new AttemptEvent(attempt, key, "plan.made", "engine", data)).digest();
        });
  }

  @Override
  public List<StepOrder> begunSteps(String attempt) {
    return recorded(
        () -> {
          Map<String, StepOrder> latest = new LinkedHashMap<>();
          for (AuditEvent event : trail.events(attempt)) {
            if (event.type().equals(StepBegan.TYPE)) {
              StepOrder order = Json.read(event.data(), StepBegan.class).order();
              latest.putIfAbsent(order.step(), order);
            }
          }
          return List.copyOf(latest.values());
        });
  }

  private static <T> T recorded(Supplier<T> work) {
    try {
      return work.get();
    } catch (TrailUnavailable e) {
      throw ApplicationFailure.newFailureWithCause(
          String.valueOf(e.getMessage()), HostActivities.TRAIL_UNAVAILABLE, e);
    }
  }
}
