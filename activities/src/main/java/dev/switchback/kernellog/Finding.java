package dev.switchback.kernellog;

/**
 * A kernel log line that is known.
 *
 * @param id the pattern's name
 * @param severity what it means for an attempt
 * @param function the PCI function it is about ({@code 0000:41:00.0}); empty if it names none
 * @param meaning what it says, for people
 * @param remedy what helps; empty if nothing needs to be done
 * @param line the line
 */
public record Finding(
    String id, Severity severity, String function, String meaning, String remedy, String line) {
  /** What a line means for an attempt. */
  public enum Severity {
    /** Only a reboot of the host helps. */
    REBOOT,
    /** The device does not work as it is: stop. */
    FATAL,
    /** A sign of something wrong elsewhere. */
    SYMPTOM,
    INFO
  }
}
