package dev.switchback.attempt;

/**
 * What became of an operator's act or a decision.
 *
 * @param accepted whether it took effect
 * @param message what it did, or why it was refused and what would make it pass
 */
public record ControlAnswer(boolean accepted, String message) {}
