package dev.switchback.rehearsal.coreutils;

import java.nio.charset.StandardCharsets;

/** Names as GNU's messages show them in the C locale (gnulib quotearg, shell-escape). */
final class Quote {
  private static final String PLAIN = "%+,-./:=@_^";

  private Quote() {}

  /** Quotes always: {@code cannot remove 'x'}. */
  static String always(String name) {
    boolean apostrophe = name.indexOf('\'') >= 0;
    boolean control = false;
    boolean active = false;
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      control |= b < ' ' || b == 0x7f;
      active |= b == '"' || b == '$' || b == '`' || b == '\\' || b == '!';
    }
    if (control) {
      return segments(name);
    }
    return apostrophe && !active ? '"' + name + '"' : "'" + name.replace("'", "'\\''") + "'";
  }

  /** Quotes only where a shell would need it: {@code cat: x: No such file or directory}. */
  static String ifNeeded(String name) {
    boolean plain = !name.isEmpty();
    for (int i = 0; i < name.length() && plain; i++) {
      char c = name.charAt(i);
      boolean word = c < 0x80 && Character.isLetterOrDigit(c);
      plain = word || PLAIN.indexOf(c) >= 0;
    }
    return plain ? name : always(name);
  }

  private static String segments(String name) {
    StringBuilder quoted = new StringBuilder("'");
    boolean escaped = false;
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      boolean escape = b < ' ' || b == 0x7f;
      if (escape != escaped) {
        quoted.append(escape ? "'$'" : "''");
      }
      quoted.append(escape ? code(b) : b == '\'' ? "'\\''" : String.valueOf((char) b));
      escaped = escape;
    }
    return quoted.append('\'').toString();
  }

  private static String code(byte b) {
    int known = "\u0007\b\t\n\u000b\f\r".indexOf(b);
    return known >= 0
        ? "\\" + "abtnvfr".charAt(known)
        : "\\" + String.format(java.util.Locale.ROOT, "%03o", b & 0xff);
  }
}
