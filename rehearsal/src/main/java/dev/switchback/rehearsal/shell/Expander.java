package dev.switchback.rehearsal.shell;

import dev.switchback.rehearsal.shell.Syntax.Literal;
import dev.switchback.rehearsal.shell.Syntax.Parameter;
import dev.switchback.rehearsal.shell.Syntax.Part;
import dev.switchback.rehearsal.shell.Syntax.Word;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns words into fields: parameters, substitutions, arithmetic, splitting, paths. */
final class Expander {
  private final Frame frame;
  private final Evaluator evaluator;

  Expander(Frame frame, Evaluator evaluator) {
    this.frame = frame;
    this.evaluator = evaluator;
  }

  /** Fields under way; each is a pattern, in which a backslash precedes what is quoted. */
  private final class Fields {
    final List<String> done = new ArrayList<>();
    final StringBuilder current = new StringBuilder();
    boolean started;

    void quoted(String text) {
      started = true;
      for (int i = 0; i < text.length(); i++) {
        current.append('\\').append(text.charAt(i));
      }
    }

    void literal(String text) {
      started |= !text.isEmpty();
      current.append(text);
    }

    void next() {
      if (started) {
        done.add(current.toString());
      }
      current.setLength(0);
      started = false;
    }

    void split(String text) {
      String separators = frame.variables.getOrDefault("IFS", " \t\n");
      boolean afterSpace = false;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (separators.indexOf(c) < 0) {
          started = true;
          current.append(c == '\\' ? "\\\\" : String.valueOf(c));
          afterSpace = false;
        } else if (" \t\n".indexOf(c) >= 0) {
          afterSpace |= started;
          next();
        } else {
          started |= !afterSpace;
          next();
          afterSpace = false;
        }
      }
    }
  }

  List<String> fields(List<Word> words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    for (Word word : words) {
      Fields fields = new Fields();
      expand(word, fields, true);
      fields.next();
      for (String field : fields.done) {
        List<String> paths =
            frame.on("f") || !Glob.special(field)
                ? List.of()
                : Glob.paths(field, frame.machine.files(), frame.directory);
        all.addAll(paths.isEmpty() ? List.of(Glob.unquote(field)) : paths);
      }
    }
    return all;
  }

  /** Without splitting, quotes removed. */
  String text(Word word) throws IOException, InterruptedException {
    return Glob.unquote(pattern(word));
  }

  /** Without splitting; what is quoted is preceded by a backslash. */
  String pattern(Word word) throws IOException, InterruptedException {
    Fields fields = new Fields();
    expand(word, fields, false);
    return fields.current.toString();
  }

  private void expand(Word word, Fields to, boolean split)
      throws IOException, InterruptedException {
    for (Part part : word.parts()) {
      if (part instanceof Literal literal) {
        if (literal.quoted()) {
          to.quoted(literal.text());
        } else {
          to.literal(literal.text());
        }
      } else if (part instanceof Parameter parameter) {
        parameter(parameter, to, split);
      } else if (part instanceof Syntax.Substitution inner) {
        put(evaluator.output(inner.body()), inner.quoted(), to, split);
      } else if (part instanceof Syntax.Arithmetic sum) {
        put(calculate(text(sum.expression())), sum.quoted(), to, split);
      }
    }
  }

  private String calculate(String expression) {
    try {
      return Long.toString(new Calculation(expression, frame::get, frame::set).value());
    } catch (ArithmeticException wrong) {
      throw fatal(String.valueOf(wrong.getMessage()));
    }
  }

  private Leave fatal(String message) {
    frame.complain(message);
    return new Leave(Leave.What.SHELL, 2);
  }

  private static void put(String value, boolean quoted, Fields to, boolean split) {
    if (quoted) {
      to.quoted(value);
    } else if (split) {
      to.split(value);
    } else {
      to.literal(value.replace("\\", "\\\\"));
    }
  }

  private @Nullable String value(String name) {
    switch (name) {
      case "#" -> {
        return Integer.toString(frame.arguments.size());
      }
      case "?" -> {
        return Integer.toString(frame.status);
      }
      case "$" -> {
        return Integer.toString(frame.shellPid);
      }
      case "!" -> {
        return frame.lastBackground == 0 ? "" : Integer.toString(frame.lastBackground);
      }
      case "-" -> {
        return String.join("", frame.options);
      }
      case "0" -> {
        return frame.name;
      }
      case "@", "*" -> {
        return frame.arguments.isEmpty() ? null : joined();
      }
      default -> {
        if (Character.isDigit(name.charAt(0))) {
          int index = Integer.parseInt(name);
          return index <= frame.arguments.size() ? frame.arguments.get(index - 1) : null;
        }
        return frame.variables.get(name);
      }
    }
  }

  private String joined() {
    String separators = frame.variables.getOrDefault("IFS", " ");
    return String.join(separators.isEmpty() ? "" : separators.substring(0, 1), frame.arguments);
  }

  private void parameter(Parameter of, Fields to, boolean split)
      throws IOException, InterruptedException {
    @Nullable String value = value(of.name());
    boolean missing = value == null || (of.operator().startsWith(":") && value.isEmpty());
    switch (of.operator().replace(":", "")) {
      case "+" -> {
        if (!missing) {
          expand(of.word(), to, split);
        }
        return;
      }
      case "-" -> {
        if (missing) {
          expand(of.word(), to, split);
          return;
        }
      }
      case "=" -> {
        if (missing) {
          value = text(of.word());
          frame.set(of.name(), value);
        }
      }
      case "?" -> {
        if (missing) {
          String message = text(of.word());
          throw fatal(of.name() + ": " + (message.isEmpty() ? "parameter not set" : message));
        }
      }
      default -> {}
    }
    if (value == null && frame.on("u") && !"@*".contains(of.name())) {
      throw fatal(of.name() + ": parameter not set");
    }
    plain(of, value == null ? "" : value, to, split);
  }

  private void plain(Parameter of, String value, Fields to, boolean split)
      throws IOException, InterruptedException {
    String operator = of.operator();
    if (operator.equals("length")) {
      put(Integer.toString(value.length()), of.quoted(), to, split);
    } else if (operator.startsWith("#") || operator.startsWith("%")) {
      put(trimmed(value, operator, pattern(of.word())), of.quoted(), to, split);
    } else if (split && (of.name().equals("@") || (of.name().equals("*") && !of.quoted()))) {
      for (int i = 0; i < frame.arguments.size(); i++) {
        if (i > 0) {
          to.next();
        }
        put(frame.arguments.get(i), of.quoted(), to, true);
      }
      if (frame.arguments.isEmpty() && of.quoted() && to.current.length() == 0) {
        to.started = false;
      }
    } else {
      put(value, of.quoted(), to, split);
    }
  }

  private static String trimmed(String value, String operator, String glob) {
    Pattern pattern = Glob.compile(glob);
    boolean front = operator.startsWith("#");
    boolean longest = operator.length() == 2;
    for (int i = 0; i <= value.length(); i++) {
      int length = longest ? value.length() - i : i;
      int cut = front ? length : value.length() - length;
      String candidate = front ? value.substring(0, cut) : value.substring(cut);
      if (pattern.matcher(candidate).matches()) {
        return front ? value.substring(cut) : value.substring(0, cut);
      }
    }
    return value;
  }
}
