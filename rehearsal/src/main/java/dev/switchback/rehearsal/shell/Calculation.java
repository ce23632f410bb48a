package dev.switchback.rehearsal.shell;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** Integer arithmetic of {@code $((...))}, with C's operators and precedence. */
final class Calculation {
  private static final List<List<String>> LEVELS =
      List.of(
          List.of("||"),
          List.of("&&"),
          List.of("|"),
          List.of("^"),
          List.of("&"),
          List.of("==", "!="),
          List.of("<=", ">=", "<", ">"),
          List.of("<<", ">>"),
          List.of("+", "-"),
          List.of("*", "/", "%"));

  private final String text;
  private final UnaryOperator<String> variables;
  private final BiConsumer<String, String> assign;
  private int at;
  private int skipped;

  Calculation(String text, UnaryOperator<String> variables, BiConsumer<String, String> assign) {
    this.text = text;
    this.variables = variables;
    this.assign = assign;
  }

  /** The value. @throws ArithmeticException with dash's words */
  long value() {
    blanks();
    if (at >= text.length()) {
      return 0;
    }
    long value = assignment();
    if (at < text.length()) {
      throw malformed();
    }
    return value;
  }

  private ArithmeticException malformed() {
    String what = at >= text.length() ? "expecting primary" : "expecting EOF";
    return new ArithmeticException("arithmetic expression: " + what + ": \"" + text + "\"");
  }

  private void blanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean take(String token) {
    if (text.startsWith(token, at)) {
      at += token.length();
      blanks();
      return true;
    }
    return false;
  }

  private String name() {
    int end = at;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
      end++;
    }
    String name = text.substring(at, end);
    at = end;
    blanks();
    return name;
  }

  private long assignment() {
    int start = at;
    String name = name();
    if (!name.isEmpty() && !Character.isDigit(name.charAt(0))) {
      for (String operator : List.of("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "")) {
        if (text.startsWith(operator + "=", at) && !text.startsWith("==", at)) {
          at += operator.length() + 1;
          blanks();
          long right = assignment();
          long value = operator.isEmpty() ? right : apply(operator, variable(name), right);
          if (skipped == 0) {
            assign.accept(name, Long.toString(value));
          }
          return value;
        }
      }
    }
    at = start;
    return conditional();
  }

  private long conditional() {
    long condition = binary(0);
    if (!take("?")) {
      return condition;
    }
    long yes = guarded(condition == 0, this::assignment);
    if (!take(":")) {
      throw malformed();
    }
    long no = guarded(condition != 0, this::conditional);
    return condition != 0 ? yes : no;
  }

  private long guarded(boolean skip, java.util.function.LongSupplier operand) {
    skipped += skip ? 1 : 0;
    try {
      return operand.getAsLong();
    } finally {
      skipped -= skip ? 1 : 0;
    }
  }

  private long binary(int level) {
    if (level == LEVELS.size()) {
      return unary();
    }
    long left = binary(level + 1);
    while (true) {
      String operator = operator(LEVELS.get(level));
      if (operator.isEmpty()) {
        return left;
      }
      boolean decided =
          (operator.equals("&&") && left == 0) || (operator.equals("||") && left != 0);
      long right = guarded(decided, () -> binary(level + 1));
      left = apply(operator, left, right);
    }
  }

  private String operator(List<String> candidates) {
    for (String candidate : candidates) {
      boolean longer =
          candidate.length() == 1
              && at + 1 < text.length()
              && ((text.charAt(at + 1) == '=' && !"<>".contains(candidate))
                  || ("|&<>".contains(candidate) && text.startsWith(candidate, at + 1)));
      if (!longer && take(candidate)) {
        return candidate;
      }
    }
    return "";
  }

  private long apply(String operator, long left, long right) {
    switch (operator) {
      case "||" -> {
        return left != 0 || right != 0 ? 1 : 0;
      }
      case "&&" -> {
        return left != 0 && right != 0 ? 1 : 0;
      }
      case "|" -> {
        return left | right;
      }
      case "^" -> {
        return left ^ right;
      }
      case "&" -> {
        return left & right;
      }
      case "==" -> {
        return left == right ? 1 : 0;
      }
      case "!=" -> {
        return left != right ? 1 : 0;
      }
      case "<=" -> {
        return left <= right ? 1 : 0;
      }
      case ">=" -> {
        return left >= right ? 1 : 0;
      }
      case "<" -> {
        return left < right ? 1 : 0;
      }
      case ">" -> {
        return left > right ? 1 : 0;
      }
      case "<<" -> {
        return left << right;
      }
      case ">>" -> {
        return left >> right;
      }
      case "+" -> {
        return left + right;
      }
      case "-" -> {
        return left - right;
      }
      case "*" -> {
        return left * right;
      }
      default -> {
        return divide(operator, left, right);
      }
    }
  }

  private long divide(String operator, long left, long right) {
    if (skipped > 0) {
      return 0;
    }
    if (right == 0) {
      throw new ArithmeticException("arithmetic expression: division by zero: \"" + text + "\"");
    }
    return operator.equals("/") ? left / right : left % right;
  }

  private long unary() {
    if (take("-")) {
      return -unary();
    }
    if (take("+")) {
      return unary();
    }
    if (take("!")) {
      return unary() == 0 ? 1 : 0;
    }
    if (take("~")) {
      return ~unary();
    }
    if (take("(")) {
      long inner = assignment();
      if (!take(")")) {
        throw malformed();
      }
      return inner;
    }
    String word = name();
    if (word.isEmpty()) {
      throw malformed();
    }
    return Character.isDigit(word.charAt(0)) ? number(word) : variable(word);
  }

  private long variable(String name) {
    String value = variables.apply(name).strip();
    if (value.isEmpty()) {
      return 0;
    }
    return value.startsWith("-") ? -number(value.substring(1)) : number(value);
  }

  private static long number(String digits) {
    try {
      return Long.decode(digits);
    } catch (NumberFormatException illegal) {
      throw new ArithmeticException("Illegal number: " + digits);
    }
  }
}
