package dev.switchback.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A runbook, read and checked.
 *
 * @param name {@code metadata.name}
 * @param title {@code metadata.title}, one line
 * @param parameters declared parameters by name, in the file's order
 * @param approvals approval gates, in the file's order; all must open
 * @param window the window gate, if there is one
 * @param steps steps in order
 * @param afterRollback probes that run after a rollback, in order
 */
public record Runbook(
    String name,
    String title,
    Map<String, Parameter> parameters,
    List<ApprovalGate> approvals,
    Optional<WindowGate> window,
    List<Step> steps,
    List<Step> afterRollback) {

  /**
   * A declared parameter.
   *
   * @param type its type
   * @param defaultValue used when none is given; a parameter without one is required
   * @param description for people
   * @param allowed the only values that are accepted; empty means any of the type
   */
  public record Parameter(
      ParameterType type,
      Optional<JsonNode> defaultValue,
      String description,
      List<JsonNode> allowed) {}

  /** Types of parameters, with their names in a runbook in lower case. */
  public enum ParameterType {
    STRING,
    INTEGER,
    NUMBER,
    BOOLEAN
  }

  /**
   * Waits until enough persons have approved the plan.
   *
   * @param id the gate's id
   * @param role the role that the persons must have; empty for any
   * @param tenant the tenant that they must speak for; empty for any
   * @param count how many persons
   * @param reason why they are asked
   * @param expires how long the gate stays open for decisions
   * @param condition {@code if}: the gate exists only when it is true; sees {@code params} and
   *     {@code host}
   */
  public record ApprovalGate(
      String id,
      String role,
      String tenant,
      int count,
      String reason,
      Duration expires,
      Optional<String> condition) {}

  /**
   * Waits until the change and its way back fit into the calendar's open time.
   *
   * @param calendar the calendar's name in the inventory
   * @param reserve time to leave free at the end
   */
  public record WindowGate(String calendar, Duration reserve) {}

  /**
   * A step.
   *
   * @param id unique in the runbook; {@code [a-z][a-z0-9-]*}
   * @param uses the action
   * @param with the action's input; strings in it may hold {@code ${...}} over {@code params} and
   *     {@code host}
   * @param condition {@code if}: the step is left out when it is false
   * @param expect the step fails when it is false; sees {@code result}
   * @param deadline longest time it may take; the action's own worst case if absent
   */
  public record Step(
      String id,
      String uses,
      JsonNode with,
      Optional<String> condition,
      Optional<String> expect,
      Optional<Duration> deadline) {}
}
