package dev.switchback.runbook;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 45s}, {@code 30m}, {@code 2h}, {@code 1d}, or ISO 8601.
 */
public final class Durations {
  private static final Pattern SHORT = Pattern.compile("([0-9]{1,6})([smhd])");

  private Durations() {}

  /** The duration; empty if it is none. */
  public static Optional<Duration> parse(String text) {
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
      Duration duration = Duration.parse(text);
      return duration.isNegative() ? Optional.empty() : Optional.of(duration);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
