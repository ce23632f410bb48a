package dev.switchback.runbook;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 45s}, {@code 30m}, {@code 2h}, {@code 1d}, or ISO 8601; at
 * most 366 days, so that adding them up and adding them to a time can't overflow in a workflow.
 */
public final class Durations {
  private static final Pattern SHORT = Pattern.compile("([0-9]{1,6})([smhd])");

  private static final Duration LONGEST = Duration.ofDays(366);

  private Durations() {}

  /** The duration; empty if it is none, negative, or too long. */
  public static Optional<Duration> parse(String text) {
    return any(text).filter(d -> !d.isNegative() && d.compareTo(LONGEST) <= 0);
  }

  private static Optional<Duration> any(String text) {
    Matcher matcher = SHORT.matcher(text);
    if (matcher.matches()) {
      long amount = Long.parseLong(matcher.group(1));
      return Optional.of(
          switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
          });
    }
    try {
      return Optional.of(Duration.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
