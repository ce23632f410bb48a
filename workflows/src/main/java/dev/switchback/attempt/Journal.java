package dev.switchback.attempt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.change.Plan;
import io.temporal.workflow.Functions;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Writes the attempt's events to the audit trail, one after the other, without holding up the
 * attempt: whoever must not go on before the trail is written {@linkplain #settle waits for it}.
 */
final class Journal {
  /** The actor of what nobody but the engine did. */
  static final String ENGINE = "engine";

  private static final Logger LOG = Workflow.getLogger(Journal.class);

  private final String attempt;
  private final RecordActivities records;
  private final Map<EventType, Integer> written = new EnumMap<>(EventType.class);
  private Promise<String> last = Workflow.newPromise("");
  private String head = "";
  private @Nullable String gap;

  Journal(String attempt, RecordActivities records) {
    this.attempt = attempt;
    this.records = records;
  }

  /** Appends an event; its key is the type and how many of that type there were. */
  Promise<String> record(EventType type, String actor, JsonNode data) {
    AttemptEvent event = new AttemptEvent(attempt, key(type), type.text(), actor, data);
    return append(() -> records.append(event));
  }

  Promise<String> recordPlan(Plan plan) {
    String key = key(EventType.PLAN_MADE);
    return append(() -> records.recordPlan(attempt, key, plan));
  }

  /** Digest of the newest event known to be written; empty before the first one. */
  String head() {
    return head;
  }

  /**
   * Waits until everything is written.
   *
   * @return why the trail is not whole; empty if it is
   */
  String settle(Duration patience) {
    if (!last.isCompleted() && !Workflow.await(patience, () -> last.isCompleted())) {
      return "the audit trail could not be written for " + patience;
    }
    return gap == null ? "" : gap;
  }

  /** Waits for as long as it takes. */
  void settle() {
    Workflow.await(() -> last.isCompleted());
  }

  private String key(EventType type) {
    return type.text() + "/" + written.merge(type, 1, Integer::sum);
  }

  private Promise<String> append(Functions.Func<String> write) {
    last = last.thenCompose(before -> Detached.start(write)).handle(this::written);
    return last;
  }

  private String written(String digest, @Nullable RuntimeException failure) {
    if (failure == null) {
      head = digest;
    } else {
      LOG.error("an event of attempt {} could not be written", attempt, failure);
      gap = "an event could not be written to the audit trail: " + Failures.message(failure);
    }
    return head;
  }
}
