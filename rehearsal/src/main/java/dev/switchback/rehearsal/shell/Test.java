package dev.switchback.rehearsal.shell;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles.Kind;
import dev.switchback.rehearsal.files.VirtualFiles.Status;
import java.util.List;

/** {@code test} and {@code [}. */
final class Test {
  private final Frame frame;
  private final String name;
  private List<String> words;
  private int at;

  Test(Frame frame, String name, List<String> words) {
    this.frame = frame;
    this.name = name;
    this.words = words;
  }

  int status() {
    if (name.equals("[")) {
      if (words.isEmpty() || !words.get(words.size() - 1).equals("]")) {
        frame.complain("[: missing ]");
        return 2;
      }
      words = words.subList(0, words.size() - 1);
    }
    try {
      boolean holds = !words.isEmpty() && either();
      if (at < words.size()) {
        throw new IllegalArgumentException(words.get(at) + ": unexpected operator");
      }
      return holds ? 0 : 1;
    } catch (IllegalArgumentException wrong) {
      frame.complain(name + ": " + wrong.getMessage());
      return 2;
    }
  }

  private boolean next(String word) {
    if (at < words.size() && words.get(at).equals(word)) {
      at++;
      return true;
    }
    return false;
  }

  private boolean either() {
    boolean holds = both();
    while (next("-o")) {
      holds |= both();
    }
    return holds;
  }

  private boolean both() {
    boolean holds = primary();
    while (next("-a")) {
      holds &= primary();
    }
    return holds;
  }

  private boolean primary() {
    if (at >= words.size()) {
      throw new IllegalArgumentException("argument expected");
    }
    int left = words.size() - at;
    boolean binary = left >= 3 && words.get(at + 1).matches("=|!=|<|>|-(eq|ne|lt|le|gt|ge)");
    if (binary) {
      at += 3;
      return compare(words.get(at - 3), words.get(at - 2), words.get(at - 1));
    }
    if (left > 1 && next("!")) {
      return !primary();
    }
    if (left > 2 && next("(")) {
      boolean inner = either();
      if (!next(")")) {
        throw new IllegalArgumentException("closing paren expected");
      }
      return inner;
    }
    if (left > 1 && words.get(at).matches("-[bcdefghknprstuwxzLSO]")) {
      at += 2;
      return unary(words.get(at - 2), words.get(at - 1));
    }
    return !words.get(at++).isEmpty();
  }

  private static boolean compare(String left, String operator, String right) {
    switch (operator) {
      case "=" -> {
        return left.equals(right);
      }
      case "!=" -> {
        return !left.equals(right);
      }
      case "<" -> {
        return left.compareTo(right) < 0;
      }
      case ">" -> {
        return left.compareTo(right) > 0;
      }
      default -> {
        int order = Long.compare(number(left), number(right));
        return (operator.equals("-eq") && order == 0)
            || (operator.equals("-ne") && order != 0)
            || (operator.equals("-lt") && order < 0)
            || (operator.equals("-le") && order <= 0)
            || (operator.equals("-gt") && order > 0)
            || (operator.equals("-ge") && order >= 0);
      }
    }
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException illegal) {
      throw new IllegalArgumentException("Illegal number: " + text, illegal);
    }
  }

  private boolean unary(String operator, String operand) {
    switch (operator) {
      case "-n" -> {
        return !operand.isEmpty();
      }
      case "-z" -> {
        return operand.isEmpty();
      }
      case "-t" -> {
        return false;
      }
      default -> {
        return file(operator, Bytes.toText(frame.absolute(operand)));
      }
    }
  }

  private boolean file(String operator, String path) {
    try {
      boolean link = operator.equals("-L") || operator.equals("-h");
      Status status = link ? frame.machine.files().lstat(path) : frame.machine.files().stat(path);
      switch (operator) {
        case "-f" -> {
          return status.kind() == Kind.FILE || status.kind() == Kind.ATTRIBUTE;
        }
        case "-d" -> {
          return status.kind() == Kind.DIRECTORY;
        }
        case "-s" -> {
          return status.size() > 0;
        }
        case "-x" -> {
          return status.kind() == Kind.DIRECTORY || (status.mode() & 0111) != 0;
        }
        case "-L", "-h" -> {
          return status.kind() == Kind.LINK;
        }
        default -> {
          return List.of("-e", "-r", "-w").contains(operator);
        }
      }
    } catch (FileError absent) {
      return false;
    }
  }
}
