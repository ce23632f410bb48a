package dev.switchback.attempt;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One step as {@code status} shows it.
 *
 * @param id the step's id
 * @param uses the action
 * @param phase {@code pending}, {@code running}, {@code done}
 * @param outcome how it ended, once done
 * @param summary what it did or measured, or why not; one line
 * @param began when it was begun
 * @param took how long it took
 * @param worstCase the longest that it may take
 */
public record StepStatus(
    String id,
    String uses,
    String phase,
    Optional<StepOutcome> outcome,
    String summary,
    Optional<Instant> began,
    Optional<Duration> took,
    Duration worstCase) {}
