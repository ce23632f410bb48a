package dev.switchback.attempt;

import dev.switchback.change.Plan;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Where the attempt stands: its state, the plan in force, and the first thing that went wrong. */
final class Standing {
  private final Journal journal;
  private final Instant started = Now.now();
  private AttemptState state = AttemptState.PLANNING;
  private Instant since = started;
  private @Nullable Plan plan;
  private String planDigest = "";
  private boolean touching;
  private Runnable listener = () -> {};
  private String cause = "";
  private List<String> remedies = List.of();

  Standing(Journal journal) {
    this.journal = journal;
  }

  /** Is told after each change that people see. */
  void onMove(Runnable told) {
    listener = told;
  }

  AttemptState state() {
    return state;
  }

  Instant since() {
    return since;
  }

  Instant started() {
    return started;
  }

  String cause() {
    return cause;
  }

  List<String> remedies() {
    return remedies;
  }

  Optional<Plan> plan() {
    return Optional.ofNullable(plan);
  }

  String planDigest() {
    return planDigest;
  }

  /** From now on the host may be written to. */
  void touch() {
    touching = true;
  }

  /** Whether the first touch is past. */
  boolean isTouching() {
    return touching;
  }

  void adopt(Plan made, String digest) {
    plan = made;
    planDigest = digest;
  }

  /** Keeps the first failure; later ones don't replace it. */
  void blame(String failure, List<String> itsRemedies) {
    if (cause.isEmpty()) {
      cause = failure;
      remedies = List.copyOf(itsRemedies);
    }
  }

  /** Goes to another state, for the trail and for Temporal's own lists. */
  void move(AttemptState to) {
    if (state == to) {
      return;
    }
    Fields change = Fields.of("from", state).and("to", to);
    if (!cause.isEmpty()) {
      change.and("cause", cause);
    }
    journal.record(EventType.STATE_CHANGED, Journal.ENGINE, change.json());
    state = to;
    since = Now.now();
    publish();
    tell();
  }

  /** Something that people see has changed. */
  void tell() {
    listener.run();
  }

  /** Fills the memo: what a list of workflows shows, and the head that pins the trail. */
  void publish() {
    TreeMap<String, Object> memo = new TreeMap<>();
    memo.put("state", state.name());
    memo.put("auditHead", journal.head());
    memo.put("planDigest", planDigest);
    memo.put("cause", cause);
    Workflow.upsertMemo(memo);
  }
}
