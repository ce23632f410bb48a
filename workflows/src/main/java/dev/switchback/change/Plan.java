package dev.switchback.change;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/**
 * A runbook bound to a host and parameters, with what every step would do there. Two plans with the
 * same {@link #digest()} would do the same to the same host in the same state; that digest is what
 * people approve.
 *
 * <p>Nothing in a plan may vary by itself (a process id, a throughput, a clock), else every second
 * look would count as drift.
 *
 * @param runbook the runbook's name
 * @param runbookSha256 {@code sha256:...} of the runbook's bytes
 * @param host the host's name in the inventory
 * @param parameters every parameter with its value, defaults filled in; a JSON object
 * @param hostFacts what expressions see as {@code host}; a JSON object from the inventory
 * @param fingerprint facts of the live host that the approval depends on: host key, boot id,
 *     kernel, driver, command line; name to value
 * @param tenants who is on the host, from what runs there now
 * @param steps every step in order
 * @param afterRollback probes that run after a rollback
 */
public record Plan(
    String runbook,
    String runbookSha256,
    String host,
    JsonNode parameters,
    JsonNode hostFacts,
    SortedMap<String, String> fingerprint,
    List<TenantPresence> tenants,
    List<PlannedStep> steps,
    List<PlannedStep> afterRollback) {
  public Plan {
    tenants = List.copyOf(tenants);
    steps = List.copyOf(steps);
    afterRollback = List.copyOf(afterRollback);
  }

  /** {@code sha256:...} over the canonical JSON of the whole plan. */
  public String digest() {
    return Json.digest(this);
  }

  /** Longest time that all steps together may take. */
  @JsonIgnore
  public Duration worstCase() {
    return steps.stream().map(PlannedStep::worstCase).reduce(Duration.ZERO, Duration::plus);
  }

  /** Longest time that undoing all steps may take. */
  @JsonIgnore
  public Duration worstCaseUndo() {
    return steps.stream().map(PlannedStep::worstCaseUndo).reduce(Duration.ZERO, Duration::plus);
  }
}
