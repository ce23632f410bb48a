package dev.switchback.rehearsal.programs;

import java.util.List;
import java.util.Optional;

/** Looks options up in an argument list. */
final class Arguments {
  private Arguments() {}

  /**
   * Returns the last value of an option given as {@code -o V}, {@code --option V}, {@code
   * --option=V}.
   */
  static Optional<String> value(List<String> arguments, String... names) {
    Optional<String> found = Optional.empty();
    for (int i = 0; i < arguments.size(); i++) {
      for (String name : names) {
        if (arguments.get(i).startsWith(name + "=")) {
          found = Optional.of(arguments.get(i).substring(name.length() + 1));
        } else if (arguments.get(i).equals(name) && i + 1 < arguments.size()) {
          found = Optional.of(arguments.get(i + 1));
        }
      }
    }
    return found;
  }

  static boolean has(List<String> arguments, String... names) {
    return List.of(names).stream().anyMatch(arguments::contains);
  }
}
