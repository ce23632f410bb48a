package dev.switchback.rehearsal.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code printf} and {@code echo}. */
final class Formats {
  private static final Pattern DIRECTIVE =
      Pattern.compile("%([-+ #0]*)(\\*|[0-9]*)(?:\\.([0-9]*))?([a-zA-Z%])");
  private final List<String> complaints = new ArrayList<>();
  private final String text;
  private final List<String> arguments;
  private int used;

  Formats(String format, List<String> arguments) {
    this.arguments = arguments;
    StringBuilder all = new StringBuilder();
    int before;
    do {
      before = used;
      once(format, all);
    } while (used > before && used < arguments.size());
    this.text = all.toString();
  }

  String text() {
    return text;
  }

  List<String> complaints() {
    return complaints;
  }

  static String echo(List<String> words) {
    boolean bare = !words.isEmpty() && words.get(0).equals("-n");
    String all = String.join(" ", bare ? words.subList(1, words.size()) : words);
    StringBuilder out = new StringBuilder();
    boolean whole = unescape(all, true, out);
    return whole && !bare ? out.append('\n').toString() : out.toString();
  }

  private void once(String format, StringBuilder all) {
    Matcher directive = DIRECTIVE.matcher(format);
    int at = 0;
    while (directive.find()) {
      unescape(format.substring(at, directive.start()), false, all);
      at = directive.end();
      all.append(directive.group(4).equals("%") ? "%" : one(directive));
    }
    unescape(format.substring(at), false, all);
  }

  private String next() {
    return used < arguments.size() ? arguments.get(used) : "";
  }

  private String one(Matcher directive) {
    String value = next();
    used++;
    String flags = String.valueOf(directive.group(1));
    String width = String.valueOf(directive.group(2));
    String precision = directive.group(3);
    char kind = directive.group(4).charAt(0);
    String body;
    if (kind == 's' || kind == 'b') {
      StringBuilder plain = new StringBuilder();
      if (kind == 'b') {
        unescape(value, true, plain);
      } else {
        plain.append(value);
      }
      int most =
          precision == null || precision.isEmpty() ? plain.length() : Integer.parseInt(precision);
      body = plain.substring(0, Math.min(most, plain.length()));
    } else if (kind == 'c') {
      body = value.isEmpty() ? "" : value.substring(0, 1);
    } else {
      String java = kind == 'i' || kind == 'u' ? "d" : String.valueOf(kind);
      body =
          String.format(
              Locale.ROOT,
              "%" + (flags.contains("+") && java.equals("d") ? "+" : "") + java,
              number(value));
      if (flags.contains("0") && !flags.contains("-") && !width.isEmpty()) {
        body = "0".repeat(Math.max(0, Integer.parseInt(width) - body.length())) + body;
      }
    }
    int missing =
        width.isEmpty() || width.equals("*")
            ? 0
            : Math.max(0, Integer.parseInt(width) - body.length());
    return flags.contains("-") ? body + " ".repeat(missing) : " ".repeat(missing) + body;
  }

  private long number(String value) {
    if (value.isEmpty()) {
      return 0;
    }
    if (value.startsWith("'") || value.startsWith("\"")) {
      return value.length() > 1 ? value.charAt(1) : 0;
    }
    try {
      return Long.decode(value);
    } catch (NumberFormatException illegal) {
      complaints.add(value + ": expected numeric value");
      Matcher digits = Pattern.compile("-?[0-9]{1,18}").matcher(value);
      return digits.lookingAt() ? Long.parseLong(digits.group()) : 0;
    }
  }

  /** Replaces backslash escapes. @return false if {@code \c} ends the output */
  private static boolean unescape(String from, boolean echo, StringBuilder out) {
    for (int i = 0; i < from.length(); i++) {
      char c = from.charAt(i);
      if (c != '\\' || i + 1 == from.length()) {
        out.append(c);
        continue;
      }
      char next = from.charAt(++i);
      int known = "abefnrtv\\".indexOf(next);
      if (known >= 0) {
        out.append("\u0007\b\u001b\f\n\r\t\u000b\\".charAt(known));
      } else if (next == 'c' && echo) {
        return false;
      } else if (next >= '0' && next <= '7' && (!echo || next == '0')) {
        int end = i + (echo ? 1 : 0);
        int from0 = end;
        while (end < from.length()
            && end < from0 + 3
            && from.charAt(end) >= '0'
            && from.charAt(end) <= '7') {
          end++;
        }
        String octal = from.substring(from0, end);
        out.append(octal.isEmpty() ? '\0' : (char) (Integer.parseInt(octal, 8) & 0xff));
        i = end - 1;
      } else {
        out.append('\\').append(next);
      }
    }
    return true;
  }
}
