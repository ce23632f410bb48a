package dev.switchback.attempt;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Asks for the plan of a runbook on a host as it is now. Read-only.
 *
 * @param attempt the attempt's id
 * @param runbookText the runbook's text, as pinned in the attempt
 * @param host the host's name in the inventory
 * @param parameters the parameters given, a JSON object; defaults are filled in by the planner
 */
public record PlanRequest(String attempt, String runbookText, String host, JsonNode parameters) {}
