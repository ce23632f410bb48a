package dev.switchback.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.switchback.attempt.HostActivities;
import dev.switchback.attempt.LockAnswer;
import dev.switchback.attempt.PlanRequest;
import dev.switchback.attempt.RestorationReport;
import dev.switchback.attempt.StepOrder;
import dev.switchback.attempt.StepOutcome;
import dev.switchback.attempt.StepResult;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.change.Plan;
import dev.switchback.change.PlannedStep;
import dev.switchback.change.Refusal;
import dev.switchback.change.Resource;
import dev.switchback.json.Json;
import io.temporal.activity.Activity;
import io.temporal.client.ActivityCompletionException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/**
 * A fake host: remembers what it was asked, answers as scripted, and otherwise succeeds. No SSH, no
 * actions.
 */
public final class FakeHost implements HostActivities {
  /** What was asked, in order: {@code execute domain/1}, {@code undo domain/1}, {@code lock}... */
  public final List<String> calls = new CopyOnWriteArrayList<>();

  /** The quarantined resources handed over with each undo, by step. */
  public final Map<String, List<Resource>> quarantined = new HashMap<>();

  private final Map<String, Deque<Function<StepOrder, StepResult>>> scripts = new HashMap<>();
  private final Deque<RestorationReport> reports = new ArrayDeque<>();
  private final List<PlannedStep> steps = new ArrayList<>();
  private final List<PlannedStep> afterRollback = new ArrayList<>();
  private volatile String bootId = "boot-1";
  private volatile String lockedBy = "";

  /** Adds a state action to the plan: five minutes, and three to undo it. */
  public FakeHost state(String id) {
    steps.add(
        step(id, ActionKind.STATE, Duration.ofMinutes(5), Duration.ofMinutes(3), Optional.empty()));
    return this;
  }

  /** Adds a probe to the plan: two minutes. */
  public FakeHost probe(String id) {
    steps.add(step(id, ActionKind.PROBE, Duration.ofMinutes(2), Duration.ZERO, Optional.empty()));
    return this;
  }

  /** Adds a state action that the plan refuses. */
  public FakeHost refusedState(String id, Refusal refusal) {
    steps.add(
        step(
            id,
            ActionKind.STATE,
            Duration.ofMinutes(5),
            Duration.ofMinutes(3),
            Optional.of(refusal)));
    return this;
  }

  /** Adds a probe that runs after a rollback. */
  public FakeHost afterRollback(String id) {
    afterRollback.add(
        step(id, ActionKind.PROBE, Duration.ofMinutes(2), Duration.ZERO, Optional.empty()));
    return this;
  }

  /** Scripts the next execution of a step. */
  public FakeHost onExecute(String step, Function<StepOrder, StepResult> answer) {
    script("execute " + step, answer);
    return this;
  }

  /** Scripts the next compensation of a step. */
  public FakeHost onUndo(String step, Function<StepOrder, StepResult> answer) {
    script("undo " + step, answer);
    return this;
  }

  /** Scripts the next comparison. */
  public FakeHost onCompare(RestorationReport report) {
    reports.add(report);
    return this;
  }

  /** From now on plans differ from those made before. */
  public void drift() {
    bootId = "boot-2";
  }

  /** Somebody else's lock file lies on the host; empty takes it away. */
  public void lockedBy(String attempt) {
    lockedBy = attempt;
  }

  /** A result with an outcome; a success of a state action has touched the host. */
  public static StepResult result(StepOrder order, StepOutcome outcome, String cause) {
    boolean touched = outcome != StepOutcome.REFUSED && outcome != StepOutcome.UNCHANGED;
    return result(order, outcome, cause, touched, List.of());
  }

  public static StepResult result(
      StepOrder order,
      StepOutcome outcome,
      String cause,
      boolean touched,
      List<Resource> quarantined) {
    JsonNode measured = JsonNodeFactory.instance.objectNode().put("value", 7);
    return new StepResult(
        order.step(), outcome, measured, cause, List.of(), touched, quarantined, List.of(), 1);
  }

  /** Runs until the engine cancels it. */
  public static StepResult untilCancelled(StepOrder order) throws ActivityCompletionException {
    while (true) {
      Activity.getExecutionContext().heartbeat(order.step());
      pause();
    }
  }

  /** The step holds until the latch opens. */
  public static StepResult held(CountDownLatch latch, StepOrder order) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the step was held", e);
    }
    return result(order, StepOutcome.APPLIED, "");
  }

  @Override
  public Plan plan(PlanRequest request) {
    calls.add("plan");
    TreeMap<String, String> fingerprint = new TreeMap<>();
    fingerprint.put("bootId", bootId);
    byte[] text = request.runbookText().getBytes(StandardCharsets.UTF_8);
    return new Plan(
        "fake",
        Json.sha256(text),
        request.host(),
        request.parameters(),
        JsonNodeFactory.instance.objectNode(),
        fingerprint,
        List.of(),
        steps,
        afterRollback);
  }

  @Override
  public LockAnswer lock(String attempt, String host, long token) {
    calls.add("lock");
    return lockedBy.isEmpty() ? new LockAnswer(true, attempt) : new LockAnswer(false, lockedBy);
  }

  @Override
  public void unlock(String attempt, String host) {
    calls.add("unlock");
    if (lockedBy.equals(attempt)) {
      lockedBy = "";
    }
  }

  @Override
  public StepResult execute(StepOrder order) {
    calls.add("execute " + order.step() + "/" + order.execution());
    return answer(
        "execute " + order.step(),
        order,
        isProbe(order) ? StepOutcome.MEASURED : StepOutcome.APPLIED);
  }

  @Override
  public StepResult compensate(StepOrder order, List<Resource> resources) {
    calls.add("undo " + order.step() + "/" + order.execution());
    quarantined.put(order.step(), resources);
    return answer("undo " + order.step(), order, StepOutcome.APPLIED);
  }

  @Override
  public RestorationReport compare(String attempt, String host) {
    calls.add("compare");
    RestorationReport scripted = reports.poll();
    return scripted != null
        ? scripted
        : new RestorationReport(steps.stream().map(PlannedStep::id).toList(), List.of(), List.of());
  }

  private StepResult answer(String call, StepOrder order, StepOutcome otherwise) {
    Function<StepOrder, StepResult> scripted;
    synchronized (scripts) {
      Deque<Function<StepOrder, StepResult>> script = scripts.get(call);
      scripted = script == null ? null : script.poll();
    }
    if (scripted != null) {
      return scripted.apply(order);
    }
    return result(order, otherwise, "", otherwise == StepOutcome.APPLIED, List.of());
  }

  private boolean isProbe(StepOrder order) {
    return order.uses().startsWith("fake.probe");
  }

  private void script(String call, Function<StepOrder, StepResult> answer) {
    synchronized (scripts) {
      scripts.computeIfAbsent(call, key -> new ArrayDeque<>()).add(answer);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(5);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the fake host was interrupted", e);
    }
  }

  private static PlannedStep step(
      String id, ActionKind kind, Duration worst, Duration undo, Optional<Refusal> refusal) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return new PlannedStep(
        id,
        kind == ActionKind.STATE ? "fake.state" : "fake.probe",
        kind,
        json.objectNode(),
        kind == ActionKind.STATE ? id : "",
        json.nullNode(),
        json.nullNode(),
        List.of(),
        List.of(),
        worst,
        undo,
        "",
        refusal);
  }
}
