package dev.switchback.audit;

import dev.switchback.attempt.AttemptEvent;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The append-only, hash-chained trail. Thread-safe, and safe across processes that share the store.
 *
 * <p>Every method throws {@link TrailUnavailable} when the store can't be read or written.
 */
public interface AuditTrail extends AutoCloseable {
  /**
   * Appends, unless (attempt, key) is there already. @return the event as it stands in the trail
   */
  AuditEvent append(AttemptEvent event);

  /** The event of an attempt with a key. */
  Optional<AuditEvent> find(String attempt, String key);

  /** The events of an attempt, in order. */
  List<AuditEvent> events(String attempt);

  /** Every event of the trail, in order, one at a time. */
  void forEach(Consumer<AuditEvent> consumer);

  /** Ids of all attempts in the trail, the newest first. */
  List<String> attempts();

  @Override
  void close();
}
