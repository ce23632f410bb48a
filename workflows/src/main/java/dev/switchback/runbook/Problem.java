package dev.switchback.runbook;

/**
 * One thing wrong with a file.
 *
 * @param file name of the file, as given
 * @param line from 1
 * @param column from 1
 * @param message what is wrong
 * @param fix what to write instead
 */
public record Problem(String file, int line, int column, String message, String fix)
    implements Comparable<Problem> {
  private static final int LONGEST = 500;

  public Problem {
    message = printable(message);
    fix = printable(fix);
  }

  /** What a file holds is quoted in messages; it can't forge a line or steer a terminal. */
  private static String printable(String text) {
    String cut = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    return cut.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
  }

  @Override
  public int compareTo(Problem other) {
    int byLine = Integer.compare(line, other.line);
    return byLine != 0 ? byLine : Integer.compare(column, other.column);
  }

  /** In the form of compilers: {@code file:line:column: message; fix}. */
  @Override
  public String toString() {
    return file + ":" + line + ":" + column + ": " + message + (fix.isEmpty() ? "" : "; " + fix);
  }
}
