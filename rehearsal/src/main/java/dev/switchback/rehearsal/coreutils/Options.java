package dev.switchback.rehearsal.coreutils;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A command line taken apart as {@code getopt_long(3)} does. */
final class Options {
  /** A command line that the program does not know; the message is getopt's. */
  static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    Wrong(String message) {
      super(message);
    }
  }

  private final Map<Character, String> given = new LinkedHashMap<>();
  private final List<Character> order = new ArrayList<>();
  private final Map<Character, List<String>> values = new LinkedHashMap<>();
  private final List<String> operands = new ArrayList<>();

  /**
   * Takes arguments apart.
   *
   * @param letters option letters, {@code :} after those with a value; {@code +} first: options end
   *     at the first operand
   * @param words long names and the letters that they stand for
   */
  Options(String letters, Map<String, Character> words, List<String> arguments) throws Wrong {
    boolean early = letters.startsWith("+");
    Deque<String> left = new ArrayDeque<>(arguments);
    while (!left.isEmpty()) {
      String argument = left.pop();
      if (argument.equals("--")) {
        break;
      }
      if (argument.startsWith("--")) {
        longOption(letters, words, argument, left);
      } else if (argument.startsWith("-") && argument.length() > 1) {
        cluster(letters, argument, left);
      } else {
        operands.add(argument);
        if (early) {
          break;
        }
      }
    }
    operands.addAll(left);
  }

  private void longOption(
      String letters, Map<String, Character> words, String argument, Deque<String> left)
      throws Wrong {
    int equals = argument.indexOf('=');
    String name = equals < 0 ? argument.substring(2) : argument.substring(2, equals);
    Character letter = words.get(name);
    if (letter == null) {
      throw new Wrong("unrecognized option '" + argument + "'");
    }
    if (!takesValue(letters, letter)) {
      take(letter, "");
    } else if (equals >= 0) {
      take(letter, argument.substring(equals + 1));
    } else if (left.isEmpty()) {
      throw new Wrong("option '" + argument + "' requires an argument");
    } else {
      take(letter, left.pop());
    }
  }

  private void cluster(String letters, String argument, Deque<String> left) throws Wrong {
    for (int i = 1; i < argument.length(); i++) {
      char letter = argument.charAt(i);
      if (letter == ':' || letter == '+' || letters.indexOf(letter) < 0) {
        throw new Wrong("invalid option -- '" + letter + "'");
      }
      if (!takesValue(letters, letter)) {
        take(letter, "");
        continue;
      }
      String rest = argument.substring(i + 1);
      if (rest.isEmpty() && left.isEmpty()) {
        throw new Wrong("option requires an argument -- '" + letter + "'");
      }
      take(letter, rest.isEmpty() ? left.pop() : rest);
      return;
    }
  }

  private static boolean takesValue(String letters, char letter) {
    int at = letters.indexOf(letter);
    return at + 1 < letters.length() && letters.charAt(at + 1) == ':';
  }

  private void take(char letter, String value) {
    given.put(letter, value);
    order.add(letter);
    values.computeIfAbsent(letter, any -> new ArrayList<>()).add(value);
  }

  boolean has(char letter) {
    return given.containsKey(letter);
  }

  /** The last value of an option. */
  String value(char letter, String otherwise) {
    return given.getOrDefault(letter, otherwise);
  }

  /** All values of an option, in order. */
  List<String> values(char letter) {
    return values.getOrDefault(letter, List.of());
  }

  /** Whichever of the letters was given last; 0 if none was. */
  char last(String letters) {
    char last = 0;
    for (char letter : order) {
      last = letters.indexOf(letter) >= 0 ? letter : last;
    }
    return last;
  }

  List<String> operands() {
    return operands;
  }
}
