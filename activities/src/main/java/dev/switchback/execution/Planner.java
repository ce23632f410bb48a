package dev.switchback.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.action.Action;
import dev.switchback.action.Catalogue;
import dev.switchback.action.Refused;
import dev.switchback.action.StateAction;
import dev.switchback.attempt.PlanRequest;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.change.Plan;
import dev.switchback.change.PlannedStep;
import dev.switchback.change.Refusal;
import dev.switchback.change.Resource;
import dev.switchback.expression.EvaluationFailed;
import dev.switchback.expression.Expressions;
import dev.switchback.fence.Fence;
import dev.switchback.fence.Neighbours;
import dev.switchback.host.Host;
import dev.switchback.host.HostConnector;
import dev.switchback.host.JobScope;
import dev.switchback.host.Progress;
import dev.switchback.inventory.Inventory;
import dev.switchback.inventory.Inventory.HostEntry;
import dev.switchback.json.Json;
import dev.switchback.runbook.InvalidRunbook;
import dev.switchback.runbook.Runbook;
import dev.switchback.runbook.Runbook.Step;
import dev.switchback.runbook.RunbookReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Makes plans: each step's subject is observed once, and later steps of the same subject are
 * planned on what the earlier ones leave. Read-only; on a host that did not change, two plans are
 * equal.
 */
public final class Planner {
  /** Facts of the live host that an approval depends on, by the path that tells them. */
  private static final Map<String, String> FACTS = facts();

  private final Catalogue catalogue;
  private final HostConnector hosts;
  private final Supplier<Inventory> inventory;

  public Planner(Catalogue catalogue, HostConnector hosts, Supplier<Inventory> inventory) {
    this.catalogue = catalogue;
    this.hosts = hosts;
    this.inventory = inventory;
  }

  private static Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("machine-id", "/etc/machine-id");
    facts.put("boot-id", "/proc/sys/kernel/random/boot_id");
    facts.put("kernel", "/proc/sys/kernel/osrelease");
    facts.put("command-line", "/proc/cmdline");
    facts.put("nvidia-driver", "/sys/module/nvidia/version");
    return facts;
  }

  /**
   * Makes the plan.
   *
   * @throws InvalidRunbook if the runbook or a parameter can't be used
   * @throws EvaluationFailed if an input has no value on this host
   * @throws IllegalArgumentException if the inventory has no such host
   */
  public Plan plan(PlanRequest request, Progress progress) throws InvalidRunbook, EvaluationFailed {
    Runbook runbook = RunbookReader.read("runbook", request.runbookText(), catalogue.descriptors());
    JsonNode parameters = RunbookReader.parameters(runbook, request.parameters());
    HostEntry entry = HostEntries.of(inventory.get(), request.host());
    Host host = hosts.open(request.host(), new JobScope(request.attempt(), "plan", "1"));
    ObjectNode variables = JsonNodeFactory.instance.objectNode();
    variables.set("params", parameters);
    variables.set("host", hostFacts(entry));
    Drawing drawing = new Drawing(host, entry, variables, progress);
    return new Plan(
        runbook.name(),
        Json.sha256(request.runbookText().getBytes(StandardCharsets.UTF_8)),
        request.host(),
        parameters,
        variables.get("host"),
        fingerprint(host),
        new Neighbours(entry).observe(host),
        drawing.steps(runbook.steps()),
        drawing.steps(runbook.afterRollback()));
  }

  /** What expressions see as {@code host}. */
  static ObjectNode hostFacts(HostEntry entry) {
    ObjectNode facts = JsonNodeFactory.instance.objectNode();
    facts.put("name", entry.name());
    entry.gpus().forEach(facts.withArrayProperty("gpus")::add);
    entry
        .service()
        .ifPresent(
            service -> {
              ObjectNode node = facts.putObject("service");
              node.put("unit", service.unit());
              node.put("interpreter", service.interpreter());
              node.put("url", service.url());
              node.put("tensorParallel", service.tensorParallel());
            });
    entry.container().ifPresent(ct -> facts.putObject("container").put("id", ct.id()));
    return facts;
  }

  private SortedMap<String, String> fingerprint(Host host) {
    Map<String, String> read = host.files().readAll(FACTS.values());
    SortedMap<String, String> fingerprint = new TreeMap<>();
    FACTS.forEach((name, path) -> fingerprint.put(name, read.getOrDefault(path, "unknown")));
    fingerprint.put("host-key", hosts.hostKey(host.name()));
    return fingerprint;
  }

  /** One plan in the making: what the steps so far would leave. */
  private final class Drawing {
    private final Host host;
    private final HostEntry entry;
    private final ObjectNode variables;
    private final Progress progress;
    private final Map<String, Object> projected = new LinkedHashMap<>();

    Drawing(Host host, HostEntry entry, ObjectNode variables, Progress progress) {
      this.host = host;
      this.entry = entry;
      this.variables = variables;
      this.progress = progress;
    }

    List<PlannedStep> steps(List<Step> steps) throws EvaluationFailed, InvalidRunbook {
      List<PlannedStep> planned = new ArrayList<>();
      for (Step step : steps) {
        progress.report("planning " + step.id());
        JsonNode input = Expressions.resolve(step.with(), variables);
        Action<?> action = catalogue.find(step.uses()).orElseThrow();
        RunbookReader.checkResolved(step, input, action.descriptor().inputSchema());
        planned.add(
            action instanceof StateAction<?, ?> state
                ? state(state, step, input)
                : probe(action, step, input));
      }
      return planned;
    }

    private <I> PlannedStep probe(Action<I> action, Step step, JsonNode with) {
      I input = Json.read(with, action.inputType());
      return new PlannedStep(
          step.id(),
          step.uses(),
          ActionKind.PROBE,
          with,
          "",
          NullNode.getInstance(),
          NullNode.getInstance(),
          List.of(),
          List.of(),
          step.deadline().orElse(action.worstCase(input)),
          Duration.ZERO,
          "",
          Optional.empty());
    }

    private <I, S> PlannedStep state(StateAction<I, S> action, Step step, JsonNode with) {
      I input = Json.read(with, action.inputType());
      String subject = action.subject(input);
      String key = step.uses() + " " + subject;
      S observed =
          projected.containsKey(key)
              ? action.stateType().cast(projected.get(key))
              : action.observe(host, input);
      S desired = observed;
      Optional<Refusal> refusal = Optional.empty();
      try {
        desired = action.desired(input, observed);
      } catch (Refused e) {
        refusal = Optional.of(e.refusal());
      }
      TreeSet<Resource> touches = new TreeSet<>(action.touches(input, observed));
      refusal = refusal.or(() -> new Fence(entry).check(touches));
      projected.put(key, desired);
      return new PlannedStep(
          step.id(),
          step.uses(),
          ActionKind.STATE,
          with,
          subject,
          Json.tree(observed),
          Json.tree(desired),
          action.difference(observed, desired),
          List.copyOf(touches),
          step.deadline().orElse(action.worstCase(input)),
          action.worstCaseUndo(input),
          "restore " + subject + " as recorded before the step",
          refusal);
    }
  }
}
