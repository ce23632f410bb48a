package dev.switchback.rehearsal.coreutils;

import java.util.Locale;
import java.util.regex.Pattern;

/** Patterns of POSIX as patterns of Java. */
final class Patterns {
  private static final String CLASSES =
      "alpha=Alpha digit=Digit alnum=Alnum upper=Upper lower=Lower space=Space blank=Blank "
          + "punct=Punct print=Print graph=Graph cntrl=Cntrl xdigit=XDigit";

  private Patterns() {}

  /** A file name pattern (glob(7)) without special dots. */
  static String glob(String glob) {
    StringBuilder java = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      int close = c == '[' ? closing(glob, i) : -1;
      if (c == '*') {
        java.append(".*");
      } else if (c == '?') {
        java.append('.');
      } else if (close > 0) {
        java.append(brackets(glob.substring(i + 1, close), '!'));
        i = close;
      } else if (c == '\\' && i + 1 < glob.length()) {
        i++;
        java.append(Pattern.quote(String.valueOf(glob.charAt(i))));
      } else {
        java.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return java.toString();
  }

  /** A regular expression of {@code regex(7)}: basic, or extended. */
  static String regex(String regex, boolean extended) {
    StringBuilder java = new StringBuilder();
    boolean start = true;
    for (int i = 0; i < regex.length(); i++) {
      char c = regex.charAt(i);
      int close = c == '[' ? closing(regex, i) : -1;
      boolean escaped = c == '\\' && i + 1 < regex.length();
      if (close > 0) {
        java.append(brackets(regex.substring(i + 1, close), '^'));
        i = close;
        start = false;
        continue;
      }
      if (escaped) {
        i++;
        c = regex.charAt(i);
      }
      java.append(translated(c, escaped, extended, start, i + 1 == regex.length()));
      start = ((c == '(' || c == '|') && escaped != extended) || (start && c == '^' && !escaped);
    }
    return java.toString();
  }

  private static String translated(
      char c, boolean escaped, boolean extended, boolean start, boolean last) {
    String plain = Pattern.quote(String.valueOf(c));
    if ("(){}|+?".indexOf(c) >= 0) {
      return escaped == extended ? plain : String.valueOf(c);
    }
    if (escaped) {
      return "<>".indexOf(c) >= 0 ? "\\b" : "wWsSbB123456789".indexOf(c) >= 0 ? "\\" + c : plain;
    }
    return switch (c) {
      case '.' -> ".";
      case '*' -> start && !extended ? plain : "*";
      case '^' -> start || extended ? "^" : plain;
      case '$' -> last || extended ? "$" : plain;
      default -> plain;
    };
  }

  /** Where a bracket expression that begins at {@code open} ends; -1 if it does not. */
  private static int closing(String text, int open) {
    int at = open + 1;
    if (at < text.length() && (text.charAt(at) == '!' || text.charAt(at) == '^')) {
      at++;
    }
    if (at < text.length() && text.charAt(at) == ']') {
      at++;
    }
    while (at < text.length() && text.charAt(at) != ']') {
      int end = text.startsWith("[:", at) ? text.indexOf(":]", at + 2) : -1;
      at = end < 0 ? at + 1 : end + 2;
    }
    return at < text.length() ? at : -1;
  }

  private static String brackets(String inner, char negation) {
    boolean negated = !inner.isEmpty() && (inner.charAt(0) == negation || inner.charAt(0) == '^');
    String set = negated ? inner.substring(1) : inner;
    StringBuilder java = new StringBuilder(negated ? "[^" : "[");
    for (int i = 0; i < set.length(); i++) {
      int end = set.startsWith("[:", i) ? set.indexOf(":]", i + 2) : -1;
      boolean range = set.charAt(i) == '-' && i > 0 && i + 1 < set.length();
      if (end > 0) {
        java.append("\\p{").append(className(set.substring(i + 2, end))).append('}');
        i = end + 1;
      } else if (range) {
        java.append('-');
      } else {
        java.append(String.format(Locale.ROOT, "\\x{%x}", (int) set.charAt(i)));
      }
    }
    return java.append(']').toString();
  }

  private static String className(String name) {
    for (String each : CLASSES.split(" ", -1)) {
      if (each.startsWith(name + "=")) {
        return each.substring(name.length() + 1);
      }
    }
    return "Alnum";
  }
}
