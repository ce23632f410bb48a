package dev.switchback.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.switchback.action.Action;
import dev.switchback.action.ActionFailed;
import dev.switchback.action.Catalogue;
import dev.switchback.action.Probe;
import dev.switchback.action.Refused;
import dev.switchback.action.StateAction;
import dev.switchback.attempt.RestorationReport;
import dev.switchback.attempt.StepOrder;
import dev.switchback.attempt.StepOutcome;
import dev.switchback.attempt.StepResult;
import dev.switchback.audit.AuditTrail;
import dev.switchback.audit.StepBegan;
import dev.switchback.change.Refusal;
import dev.switchback.change.Resource;
import dev.switchback.evidence.EvidenceStore;
import dev.switchback.fence.Fence;
import dev.switchback.host.FileRefused;
import dev.switchback.host.Host;
import dev.switchback.host.HostConnector;
import dev.switchback.host.JobScope;
import dev.switchback.host.Progress;
import dev.switchback.inventory.Inventory;
import dev.switchback.json.Json;
import dev.switchback.kernellog.LineClassifier;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Runs steps by the actions' contract: observe, record, converge, observe, compare. Whatever
 * happens on the way, the outcome comes from an observation of the host. Knows no Temporal type;
 * every method is safe to repeat.
 */
public final class StepRunner {
  private final Catalogue catalogue;
  private final HostConnector hosts;
  private final Supplier<Inventory> inventory;
  private final Recorder recorder;
  private final LineClassifier classifier;
  private final Convergence convergence;
  private final Clock clock;

  /**
   * @param contactPauses how long to wait before each new try after contact was lost in the middle
   *     of a step
   */
  public StepRunner(
      Catalogue catalogue,
      HostConnector hosts,
      Supplier<Inventory> inventory,
      AuditTrail trail,
      EvidenceStore evidence,
      LineClassifier classifier,
      List<Duration> contactPauses,
      Clock clock) {
    this.catalogue = catalogue;
    this.hosts = hosts;
    this.inventory = inventory;
    this.recorder = new Recorder(trail, evidence);
    this.classifier = classifier;
    this.convergence = new Convergence(contactPauses);
    this.clock = clock;
  }

  /** Runs a step forward. */
  public StepResult execute(StepOrder order, Progress progress) {
    Stopwatch watch = new Stopwatch(clock);
    StepResult result = forward(order, progress).took(watch.millis()).result();
    recorder.end("step", order, result);
    return result;
  }

  private Report forward(StepOrder order, Progress progress) {
    Action<?> action = action(order);
    Host host = host(order, String.valueOf(order.execution()));
    try {
      return action instanceof StateAction<?, ?> state
          ? apply(state, order, host, progress)
          : measure((Probe<?, ?>) action, order, host, progress);
    } catch (Refused e) {
      return Report.refused(order, e.refusal());
    }
  }

  private <I, S> Report apply(
      StateAction<I, S> action, StepOrder order, Host host, Progress progress) throws Refused {
    I input = Json.read(order.input(), action.inputType());
    S observed = action.observe(host, input);
    // After a crash the host may be half-way: what is wanted follows from what was there before.
    Optional<S> before = recorder.begun(order).map(node -> Json.read(node, action.stateType()));
    S desired = action.desired(input, before.orElse(observed));
    Set<Resource> touches = action.touches(input, observed);
    Optional<Refusal> fenced = new Fence(entry(order)).check(touches);
    if (fenced.isPresent()) {
      return Report.refused(order, fenced.get());
    }
    recorder.begin(order, action.subject(input), Json.tree(observed));
    if (observed.equals(desired)) {
      StepOutcome outcome = before.isPresent() ? StepOutcome.APPLIED : StepOutcome.UNCHANGED;
      return Report.of(order, outcome, Json.tree(desired), before.isPresent());
    }
    Watch neighbours = Watch.begin(host, entry(order), classifier);
    try {
      S reached = convergence.run(action, host, input, desired, progress);
      if (!reached.equals(desired)) {
        return failed(order, action, reached, desired);
      }
      return neighbours
          .complaint(touches)
          .map(why -> Report.failed(order, StepOutcome.FAILED, why, List.of()))
          .orElseGet(() -> sized(order, StepOutcome.APPLIED, Json.tree(reached)));
    } catch (ActionFailed e) {
      return Report.failed(order, e);
    } catch (FileRefused e) {
      return Report.failed(order, StepOutcome.FAILED, String.valueOf(e.getMessage()), List.of());
    }
  }

  private static <I, S> Report failed(
      StepOrder order, StateAction<I, S> action, S reached, S wanted) {
    return Report.failed(
        order,
        StepOutcome.FAILED,
        "the host does not show the wanted state: "
            + String.join("; ", action.difference(reached, wanted)),
        List.of());
  }

  private <I, R> Report measure(Probe<I, R> probe, StepOrder order, Host host, Progress progress)
      throws Refused {
    I input = Json.read(order.input(), probe.inputType());
    try {
      R measured = probe.measure(host, input, progress);
      return sized(order, StepOutcome.MEASURED, Json.tree(measured));
    } catch (ActionFailed e) {
      return Report.failed(order, e).untouched();
    }
  }

  private Report sized(StepOrder order, StepOutcome outcome, JsonNode result) {
    Recorder.Sized sized = recorder.fit(result);
    return Report.of(order, outcome, sized.result(), outcome == StepOutcome.APPLIED)
        .with(sized.evidence());
  }

  /**
   * Brings a step's subject back to the state recorded before its first execution.
   *
   * @param quarantined resources that nothing may write to
   */
  public StepResult compensate(StepOrder order, List<Resource> quarantined, Progress progress) {
    Stopwatch watch = new Stopwatch(clock);
    Optional<JsonNode> recorded = recorder.recorded(order);
    Report report =
        recorded.isEmpty()
            ? Report.of(order, StepOutcome.UNCHANGED, NullNode.getInstance(), false)
            : restore(
                (StateAction<?, ?>) action(order),
                order,
                recorded.get(),
                new LinkedHashSet<>(quarantined),
                progress);
    StepResult result = report.took(watch.millis()).result();
    recorder.end("undo", order, result);
    return result;
  }

  private <I, S> Report restore(
      StateAction<I, S> action,
      StepOrder order,
      JsonNode recorded,
      Set<Resource> quarantined,
      Progress progress) {
    Host host = host(order, "undo-" + order.execution());
    I input = Json.read(order.input(), action.inputType());
    S wanted = Json.read(recorded, action.stateType());
    S observed = action.observe(host, input);
    if (observed.equals(wanted)) {
      return Report.of(order, StepOutcome.UNCHANGED, NullNode.getInstance(), false);
    }
    Optional<Refusal> fenced = new Fence(entry(order)).check(action.touches(input, observed));
    if (fenced.isPresent()) {
      return Report.failed(
          order, StepOutcome.FAILED, fenced.get().toString(), fenced.get().remedies());
    }
    S target = action.sparing(input, wanted, observed, quarantined);
    try {
      S reached =
          target.equals(observed)
              ? observed
              : convergence.run(action, host, input, target, progress);
      if (reached.equals(wanted)) {
        return Report.of(order, StepOutcome.APPLIED, NullNode.getInstance(), true);
      }
      return target.equals(wanted)
          ? failed(order, action, reached, wanted)
          : Report.failed(
              order,
              StepOutcome.STUCK,
              "quarantined resources were left alone; still different: "
                  + String.join("; ", action.difference(reached, wanted)),
              List.of("reboot the host in agreement with all tenants"));
    } catch (ActionFailed e) {
      return Report.failed(order, e);
    }
  }

  /**
   * Compares everything that an attempt began to touch with what was recorded before. Read-only.
   */
  public RestorationReport compare(String attempt, String host) {
    Comparison comparison = new Comparison();
    Map<String, List<String>> steps = new LinkedHashMap<>();
    for (StepBegan began : recorder.records(attempt)) {
      steps
          .computeIfAbsent(began.order().uses() + " " + began.subject(), key -> new ArrayList<>())
          .add(began.order().step());
    }
    for (StepBegan first : recorder.firstRecords(attempt)) {
      List<String> named =
          steps.getOrDefault(first.order().uses() + " " + first.subject(), List.of());
      compareOne((StateAction<?, ?>) action(first.order()), first, named, comparison);
    }
    return comparison.report();
  }

  private <I, S> void compareOne(
      StateAction<I, S> action, StepBegan first, List<String> steps, Comparison comparison) {
    I input = Json.read(first.order().input(), action.inputType());
    S recorded = Json.read(first.recorded(), action.stateType());
    try {
      S now = action.observe(host(first.order(), "compare"), input);
      if (now.equals(recorded)) {
        comparison.restored(steps);
      } else {
        comparison.different(first.order().step(), action.difference(recorded, now));
      }
    } catch (FileRefused e) {
      comparison.unverified(first.order().step(), String.valueOf(e.getMessage()));
    }
  }

  private Action<?> action(StepOrder order) {
    return catalogue
        .find(order.uses())
        .orElseThrow(() -> new UnknownAction(order.uses(), catalogue.descriptors().keySet()));
  }

  private Host host(StepOrder order, String execution) {
    return hosts.open(order.host(), new JobScope(order.attempt(), order.step(), execution));
  }

  private Inventory.HostEntry entry(StepOrder order) {
    return HostEntries.of(inventory.get(), order.host());
  }
}
