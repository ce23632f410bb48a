package dev.switchback.host;

import java.util.List;
import java.util.stream.Collectors;

/** The one place where an argument list becomes text for a POSIX shell. */
public final class ShellWords {
  private ShellWords() {}

  /**
   * The words as one line for {@code sh -c}: each in single quotes, so that the shell neither
   * expands nor splits nor takes one for a keyword (POSIX.1-2017, Shell Command Language, 2.2.2).
   *
   * @throws IllegalArgumentException if a word holds a NUL, which no argument can carry
   */
  public static String quote(List<String> words) {
    return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
  }

  private static String quote(String word) {
    if (word.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("an argument can't hold a NUL");
    }
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
