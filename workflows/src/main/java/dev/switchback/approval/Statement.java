package dev.switchback.approval;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a person signs: readable text, one field a line, in a fixed order. The signature is made
 * over the UTF-8 bytes of {@link #text()} with {@code ssh-keygen -Y sign -n switchback}.
 *
 * @param attempt the attempt's id
 * @param gate the gate's id
 * @param planDigest {@code sha256:...} of the plan that was seen
 * @param verdict what the person says
 * @param person the person's name in the inventory
 * @param time when it was signed
 * @param expires from when on it no longer counts
 * @param reason why; one line; may be empty for an approval
 */
public record Statement(
    String attempt,
    String gate,
    String planDigest,
    Verdict verdict,
    String person,
    Instant time,
    Instant expires,
    String reason) {
  /** The signature namespace, as in {@code ssh-keygen -Y sign -n}. */
  public static final String NAMESPACE = "switchback";

  private static final String HEADER = "Switchback approval statement, version 1";

  /** What a statement says. */
  public enum Verdict {
    APPROVE,
    REJECT,
    WITHDRAW
  }

  public Statement {
    requireOneLine("attempt", attempt);
    requireOneLine("gate", gate);
    requireOneLine("plan", planDigest);
    requireOneLine("person", person);
    requireOneLine("reason", reason);
  }

  /** The text to sign; ends with a newline. */
  public String text() {
    return HEADER
        + "\nattempt: "
        + attempt
        + "\ngate: "
        + gate
        + "\nplan: "
        + planDigest
        + "\nverdict: "
        + verdict.name().toLowerCase(java.util.Locale.ROOT)
        + "\nperson: "
        + person
        + "\ntime: "
        + time
        + "\nexpires: "
        + expires
        + "\nreason: "
        + reason
        + "\n";
  }

  /**
   * Reads a statement's text.
   *
   * @throws IllegalArgumentException if it is not exactly the text of a statement; the message
   *     names the line
   */
  public static Statement parse(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    String[] lines = text.split("\n", -1);
    if (!lines[0].equals(HEADER)) {
      throw new IllegalArgumentException("line 1: expected '" + HEADER + "'");
    }
    for (int i = 1; i < lines.length - 1; i++) {
      int colon = lines[i].indexOf(": ");
      if (colon < 0) {
        throw new IllegalArgumentException("line " + (i + 1) + ": expected 'name: value'");
      }
      fields.put(lines[i].substring(0, colon), lines[i].substring(colon + 2));
    }
    Statement statement;
    try {
      statement =
          new Statement(
              field(fields, "attempt"),
              field(fields, "gate"),
              field(fields, "plan"),
              Verdict.valueOf(field(fields, "verdict").toUpperCase(java.util.Locale.ROOT)),
              field(fields, "person"),
              Instant.parse(field(fields, "time")),
              Instant.parse(field(fields, "expires")),
              field(fields, "reason"));
    } catch (java.time.format.DateTimeParseException e) {
      throw new IllegalArgumentException("not an ISO-8601 instant: " + e.getParsedString(), e);
    }
    if (!statement.text().equals(text)) {
      throw new IllegalArgumentException("fields are missing, repeated, unknown or out of order");
    }
    return statement;
  }

  private static String field(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException("field '" + name + "' is missing");
    }
    return value;
  }

  private static void requireOneLine(String field, String value) {
    if (value
        .chars()
        .anyMatch(c -> c < 0x20 || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029)) {
      throw new IllegalArgumentException(field + " holds a line break or control character");
    }
  }
}
