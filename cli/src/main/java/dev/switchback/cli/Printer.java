package dev.switchback.cli;

import dev.switchback.json.Json;
import java.io.PrintWriter;
import java.util.List;

/** Everything a command prints: text for people, or JSON for programs. */
final class Printer {
  private final PrintWriter out;
  private final boolean json;

  Printer(PrintWriter out, boolean json) {
    this.out = out;
    this.json = json;
  }

  boolean isJson() {
    return json;
  }

  /** One line of text; nothing with {@code --json}. */
  void line(String text) {
    if (!json) {
      out.println(printable(text));
      out.flush();
    }
  }

  /** The result as JSON on one line; nothing without {@code --json}. */
  void json(Object value) {
    if (json) {
      out.println(Json.tree(value));
      out.flush();
    }
  }

  /** Raw text, whatever the form: exports, evidence. */
  void raw(String text) {
    out.print(text);
    out.flush();
  }

  /** A table; columns are as wide as their widest cell. */
  void table(List<String> head, List<List<String>> rows) {
    int[] widths = new int[head.size()];
    for (int i = 0; i < widths.length; i++) {
      int column = i;
      widths[i] =
          Math.max(
              head.get(i).length(),
              rows.stream().mapToInt(row -> printable(row.get(column)).length()).max().orElse(0));
    }
    line(row(head, widths));
    rows.forEach(row -> line(row(row, widths)));
  }

  private static String row(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String cell = printable(cells.get(i));
      line.append(cell);
      if (i < cells.size() - 1) {
        line.append(" ".repeat(widths[i] - cell.length() + 2));
      }
    }
    return line.toString();
  }

  /** What came from a host or a person can't steer the terminal. */
  static String printable(String text) {
    return text.replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", "?");
  }
}
