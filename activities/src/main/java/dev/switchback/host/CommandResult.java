package dev.switchback.host;

import java.nio.charset.StandardCharsets;

/**
 * What a command that ended by itself left.
 *
 * @param exitStatus 0 to 255; a command ended by a signal has 128 + the signal's number, as shells
 *     say it
 * @param stdout standard output
 * @param stderr standard error
 * @param truncated whether output beyond the limit was dropped
 */
@SuppressWarnings("ArrayRecordComponent") // compared nowhere; copied at every border
public record CommandResult(int exitStatus, byte[] stdout, byte[] stderr, boolean truncated) {
  public CommandResult {
    stdout = stdout.clone();
    stderr = stderr.clone();
  }

  @Override
  public byte[] stdout() {
    return stdout.clone();
  }

  @Override
  public byte[] stderr() {
    return stderr.clone();
  }

  /** Whether the exit status is 0. Says nothing about what the host looks like now. */
  public boolean succeeded() {
    return exitStatus == 0;
  }

  /** Standard output as UTF-8; malformed bytes become U+FFFD. */
  public String text() {
    return new String(stdout, StandardCharsets.UTF_8);
  }

  /** Standard error as UTF-8, without the newline at its end. */
  public String errorText() {
    return new String(stderr, StandardCharsets.UTF_8).stripTrailing();
  }
}
