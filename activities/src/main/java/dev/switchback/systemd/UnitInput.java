package dev.switchback.systemd;

import java.util.Optional;

/**
 * Input of {@code systemd.state}.
 *
 * @param unit the unit's full name
 * @param active whether it is to run
 * @param mask whether nothing may start it until the next boot; false if absent
 */
public record UnitInput(String unit, boolean active, Optional<Boolean> mask) {}
