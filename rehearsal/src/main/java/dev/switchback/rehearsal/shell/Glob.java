package dev.switchback.rehearsal.shell;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Patterns of POSIX.1-2017 XCU 2.13. Quoted characters are preceded by a backslash. */
final class Glob {
  private Glob() {}

  static boolean special(String pattern) {
    return Pattern.compile("[*?]|\\[.+\\]").matcher(pattern.replaceAll("\\\\(?s:.)", "")).find();
  }

  static Pattern compile(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      int close = c == '[' ? closing(pattern, i) : -1;
      if (c == '*') {
        regex.append(".*");
      } else if (c == '?') {
        regex.append('.');
      } else if (close > 0) {
        regex.append(brackets(pattern.substring(i + 1, close)));
        i = close;
      } else {
        i += c == '\\' && i + 1 < pattern.length() ? 1 : 0;
        regex.append(Pattern.quote(String.valueOf(pattern.charAt(i))));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private static int closing(String pattern, int open) {
    int from = open + 1;
    from += from < pattern.length() && "!^".indexOf(pattern.charAt(from)) >= 0 ? 1 : 0;
    int i = from;
    while (i < pattern.length() && (pattern.charAt(i) != ']' || i == from)) {
      if (pattern.startsWith("[:", i) && pattern.indexOf(":]", i) > 0) {
        i = pattern.indexOf(":]", i) + 1;
      }
      i += pattern.charAt(i) == '\\' ? 2 : 1;
    }
    return i < pattern.length() ? i : -1;
  }

  private static String brackets(String inner) {
    boolean negated = inner.startsWith("!") || inner.startsWith("^");
    StringBuilder set = new StringBuilder(negated ? "[^" : "[");
    for (int i = negated ? 1 : 0; i < inner.length(); i++) {
      int end = inner.startsWith("[:", i) ? inner.indexOf(":]", i) : -1;
      if (end > 0) {
        String name = inner.substring(i + 2, end);
        String title = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        set.append("\\p{").append(title.equals("Xdigit") ? "XDigit" : title).append('}');
        i = end + 1;
      } else if (inner.charAt(i) == '-' && i > 0 && i + 1 < inner.length()) {
        set.append('-');
      } else {
        i += inner.charAt(i) == '\\' && i + 1 < inner.length() ? 1 : 0;
        set.append(String.format("\\x%02x", (int) inner.charAt(i)));
      }
    }
    return set.append(']').toString();
  }

  static String unquote(String pattern) {
    return pattern.replaceAll("\\\\((?s:.))", "$1");
  }

  /** The paths that match, sorted; none if nothing does. */
  static List<String> paths(String pattern, VirtualFiles files, String directory) {
    List<String> found = new ArrayList<>(List.of(pattern.startsWith("/") ? "/" : ""));
    String[] steps = pattern.replaceFirst("^/+", "").split("/+", -1);
    for (int i = 0; i < steps.length; i++) {
      List<String> next = new ArrayList<>();
      for (String base : found) {
        next.addAll(step(base, steps[i], files, directory));
      }
      boolean last = i == steps.length - 1;
      found = last ? next : new ArrayList<>(next.stream().map(path -> path + "/").toList());
    }
    return found;
  }

  private static List<String> step(String base, String step, VirtualFiles files, String directory) {
    String absolute = base.startsWith("/") ? base : directory + "/" + base;
    if (!special(step)) {
      String plain = unquote(step);
      return files.exists(absolute + "/" + plain) ? List.of(base + plain) : List.of();
    }
    Pattern pattern = compile(step);
    try {
      return files.list(absolute).stream()
          .filter(name -> step.startsWith(".") || !name.startsWith("."))
          .filter(name -> pattern.matcher(Bytes.ofText(name)).matches())
          .map(name -> base + Bytes.ofText(name))
          .toList();
    } catch (FileError unreadable) {
      return List.of();
    }
  }
}
