package dev.switchback.expression;

import java.util.ArrayList;
import java.util.List;

/** A string with expressions in it, taken apart. */
final class Template {
  /**
   * A piece of the string.
   *
   * @param expression whether it is an expression (without its dollar and braces) or literal text
   * @param text the piece
   * @param offset where it begins in the string, from 0
   */
  record Part(boolean expression, String text, int offset) {}

  private Template() {}

  /**
   * Takes a string apart. Two dollars before a brace are a literal dollar.
   *
   * @throws EvaluationFailed if an expression is not closed
   */
  static List<Part> parse(String string) throws EvaluationFailed {
    List<Part> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    int literalStart = 0;
    int i = 0;
    while (i < string.length()) {
      if (string.startsWith("$${", i)) {
        literal.append("${");
        i += 3;
      } else if (string.startsWith("${", i)) {
        if (literal.length() > 0) {
          parts.add(new Part(false, literal.toString(), literalStart));
          literal.setLength(0);
        }
        int end = closingBrace(string, i + 2);
        parts.add(new Part(true, string.substring(i + 2, end), i + 2));
        i = end + 1;
        literalStart = i;
      } else {
        literal.append(string.charAt(i));
        i++;
      }
    }
    if (literal.length() > 0 || parts.isEmpty()) {
      parts.add(new Part(false, literal.toString(), literalStart));
    }
    return parts;
  }

  /** The brace that closes an expression: quotes hide braces, and CEL's own braces nest. */
  private static int closingBrace(String string, int from) throws EvaluationFailed {
    int depth = 0;
    char quote = 0;
    for (int i = from; i < string.length(); i++) {
      char c = string.charAt(i);
      if (quote != 0) {
        if (c == '\\') {
          i++;
        } else if (c == quote) {
          quote = 0;
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '{') {
        depth++;
      } else if (c == '}' && depth-- == 0) {
        return i;
      }
    }
    throw new EvaluationFailed("'${' is not closed in '" + string + "'");
  }
}
