package dev.switchback.audit;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a check of the whole trail found.
 *
 * @param events how many events were read
 * @param head digest of the newest event; {@link SqliteAuditTrail#GENESIS} if there is none
 * @param finding the first thing wrong, if anything is
 */
public record AuditVerification(long events, String head, Optional<Finding> finding) {
  /** Kinds of tampering, as far as a chain can tell them apart. */
  public enum Kind {
    /** An event's content is not what its digest says. */
    EDITED,
    /** One or more events are missing before this one. */
    DELETED,
    /** The event is whole but does not follow the one before it. */
    REORDERED,
    /** The newest events are missing: a pinned head is not in the trail. */
    CUT
  }

  /**
   * The first thing wrong.
   *
   * @param sequence the event at which it shows; one past the end for {@link Kind#CUT}
   * @param kind what it looks like
   * @param detail expected and found
   */
  public record Finding(long sequence, Kind kind, String detail) {}

  /** Whether the trail is whole. */
  public boolean isWhole() {
    return finding.isEmpty();
  }

  /**
   * Reads the whole trail and checks every digest and link.
   *
   * @param trail the trail
   * @param pinnedHeads digests that are known from elsewhere (a workflow's memo, a report) to have
   *     been written; each must be in the trail
   */
  public static AuditVerification of(AuditTrail trail, Collection<String> pinnedHeads) {
    Walk walk = new Walk(pinnedHeads);
    trail.forEach(walk::next);
    return walk.result();
  }

  private static final class Walk {
    private final Set<String> unseen;
    private long events;
    private String head = SqliteAuditTrail.GENESIS;
    private Optional<Finding> finding = Optional.empty();

    Walk(Collection<String> pinnedHeads) {
      unseen = new LinkedHashSet<>(pinnedHeads);
    }

    void next(AuditEvent event) {
      events++;
      if (finding.isEmpty()) {
        finding = check(event);
      }
      head = event.digest();
      unseen.remove(event.digest());
    }

    private Optional<Finding> check(AuditEvent event) {
      if (!event.computedDigest().equals(event.digest())) {
        return found(event, Kind.EDITED, event.digest(), event.computedDigest());
      }
      if (event.sequence() != events) {
        return Optional.of(
            new Finding(
                event.sequence(),
                Kind.DELETED,
                "expected event " + events + ", found event " + event.sequence()));
      }
      if (!event.previous().equals(head)) {
        return found(event, Kind.REORDERED, head, event.previous());
      }
      return Optional.empty();
    }

    private static Optional<Finding> found(
        AuditEvent event, Kind kind, String expected, String found) {
      return Optional.of(
          new Finding(event.sequence(), kind, "expected " + expected + ", found " + found));
    }

    AuditVerification result() {
      if (finding.isEmpty() && !unseen.isEmpty()) {
        finding =
            Optional.of(
                new Finding(
                    events + 1,
                    Kind.CUT,
                    "pinned head " + unseen.iterator().next() + " is not in the trail"));
      }
      return new AuditVerification(events, head, finding);
    }
  }
}
