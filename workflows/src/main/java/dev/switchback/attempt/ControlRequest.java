package dev.switchback.attempt;

/**
 * An operator's act on a running attempt.
 *
 * @param person who, by the inventory's name
 * @param reason why; required for skip, resolve and abort
 * @param step the step meant; empty where the act has none
 */
public record ControlRequest(String person, String reason, String step) {}
