package dev.switchback.systemd;

/**
 * A unit, as far as {@code systemd.state} changes it.
 *
 * @param exists whether systemd knows the unit, masked or not
 * @param active whether it runs
 * @param masked whether nothing can start it
 */
public record UnitState(boolean exists, boolean active, boolean masked) {}
