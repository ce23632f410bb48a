package dev.switchback.rehearsal.coreutils;

import java.util.function.IntPredicate;

/** The sets of characters that {@code tr} works on. */
final class Sets {
  private static final int BYTES = 256;

  private Sets() {}

  /** Writes ranges, classes and escapes out. */
  static String expand(String set) {
    StringBuilder all = new StringBuilder();
    int i = 0;
    while (i < set.length()) {
      int end = set.startsWith("[:", i) ? set.indexOf(":]", i) : -1;
      if (end > 0) {
        all.append(members(set.substring(i + 2, end)));
        i = end + 2;
        continue;
      }
      int length = length(set, i);
      char first = one(set, i, length);
      i += length;
      boolean range = i + 1 < set.length() && set.charAt(i) == '-';
      if (range) {
        int lastLength = length(set, i + 1);
        char last = one(set, i + 1, lastLength);
        for (char c = first; c <= last; c++) {
          all.append(c);
        }
        i += 1 + lastLength;
      } else {
        all.append(first);
      }
    }
    return all.toString();
  }

  private static int length(String set, int at) {
    if (set.charAt(at) != '\\' || at + 1 == set.length()) {
      return 1;
    }
    int end = at + 1;
    while (end < set.length() && end < at + 4 && "01234567".indexOf(set.charAt(end)) >= 0) {
      end++;
    }
    return Math.max(2, end - at);
  }

  private static char one(String set, int at, int length) {
    if (length == 1) {
      return set.charAt(at);
    }
    String escape = set.substring(at + 1, at + length);
    if (escape.matches("[0-7]+")) {
      return (char) (Integer.parseInt(escape, 8) & 0xff);
    }
    int known = "abfnrtv\\".indexOf(escape.charAt(0));
    return known >= 0 ? "\u0007\b\f\n\r\t\u000b\\".charAt(known) : escape.charAt(0);
  }

  private static String members(String name) {
    IntPredicate in =
        switch (name) {
          case "upper" -> c -> c >= 'A' && c <= 'Z';
          case "lower" -> c -> c >= 'a' && c <= 'z';
          case "digit" -> c -> c >= '0' && c <= '9';
          case "alpha" -> c -> c < 128 && Character.isLetter(c);
          case "alnum" -> c -> c < 128 && Character.isLetterOrDigit(c);
          case "space" -> c -> " \t\n\r\f\u000b".indexOf(c) >= 0;
          case "blank" -> c -> c == ' ' || c == '\t';
          case "cntrl" -> c -> c < 32 || c == 127;
          case "print" -> c -> c >= 32 && c < 127;
          case "graph" -> c -> c > 32 && c < 127;
          case "punct" -> c -> c > 32 && c < 127 && !Character.isLetterOrDigit(c);
          case "xdigit" -> c -> "0123456789abcdefABCDEF".indexOf(c) >= 0;
          default -> c -> false;
        };
    return all(in);
  }

  private static String all(IntPredicate in) {
    StringBuilder all = new StringBuilder();
    for (char c = 0; c < BYTES; c++) {
      if (in.test(c)) {
        all.append(c);
      }
    }
    return all.toString();
  }

  /** Every other byte. */
  static String complement(String set) {
    return all(c -> set.indexOf(c) < 0);
  }
}
