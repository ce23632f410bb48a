package dev.switchback.systemd;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A unit file as bytes, with just enough of systemd's grammar (man systemd.syntax, systemd.exec) to
 * change one assignment or one argument and keep every other byte. What it can't place it refuses,
 * with the line. Immutable.
 */
public final class UnitFile {
  private static final String SERVICE = "Service";
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@,+-]*");

  /** A unit file, or a place in one, that can't be edited safely. */
  public static final class Unplaceable extends Exception {
    private static final long serialVersionUID = 1L;

    Unplaceable(int line, String reason) {
      super("line " + line + ": " + reason);
    }
  }

  /** A logical line {@code key=value} of a section; offsets are into the text. */
  private record Setting(String section, String key, int start, int valueStart, int end) {}

  /** A word of a value, with the text that it stands for. */
  private record Word(int start, int end, String text) {}

  private final String text;
  private final List<Setting> settings;
  private final int serviceEnd;

  private UnitFile(String text, List<Setting> settings, int serviceEnd) {
    this.text = text;
    this.settings = settings;
    this.serviceEnd = serviceEnd;
  }

  /**
   * Reads a unit file.
   *
   * @throws Unplaceable if its lines can't be told apart as systemd does
   */
  public static UnitFile parse(byte[] bytes) throws Unplaceable {
    // One character a byte, so that every byte survives.
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    List<Setting> settings = new ArrayList<>();
    String section = "";
    int serviceEnd = -1;
    int at = 0;
    while (at < text.length()) {
      int end = lineEnd(text, at);
      String line = text.substring(at, end);
      if (line.indexOf('\r') >= 0) {
        throw new Unplaceable(
            lineNumber(text, at), "a carriage return; save the file with Unix line ends");
      }
      String stripped = line.strip();
      if (stripped.isEmpty() || isComment(stripped)) {
        at = end + 1;
        continue;
      }
      if (stripped.startsWith("[")) {
        section = stripped.endsWith("]") ? stripped.substring(1, stripped.length() - 1) : "";
        if (section.equals(SERVICE)) {
          serviceEnd = end;
        }
        at = end + 1;
        continue;
      }
      int equals = line.indexOf('=');
      if (equals < 0) {
        throw new Unplaceable(
            lineNumber(text, at), "neither a section, a comment nor an assignment");
      }
      int logicalEnd = logicalEnd(text, at);
      int valueStart = at + equals + 1;
      while (valueStart < logicalEnd && text.charAt(valueStart) == ' ') {
        valueStart++;
      }
      settings.add(
          new Setting(section, line.substring(0, equals).strip(), at, valueStart, logicalEnd));
      if (section.equals(SERVICE)) {
        serviceEnd = logicalEnd;
      }
      at = logicalEnd + 1;
    }
    return new UnitFile(text, List.copyOf(settings), serviceEnd);
  }

  /** The file's bytes. */
  public byte[] bytes() {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Variables that {@code Environment=} of this file alone sets, in order; an empty assignment
   * resets those before it.
   */
  public Map<String, String> environment() throws Unplaceable {
    Map<String, String> environment = new LinkedHashMap<>();
    for (Setting setting : service("Environment")) {
      List<Word> words = words(setting);
      if (words.isEmpty()) {
        environment.clear();
      }
      for (Word word : words) {
        int equals = word.text().indexOf('=');
        if (equals > 0) {
          environment.put(word.text().substring(0, equals), word.text().substring(equals + 1));
        }
      }
    }
    return environment;
  }

  /** Whether an empty {@code Environment=} takes back what earlier files set. */
  public boolean resetsEnvironment() throws Unplaceable {
    for (Setting setting : service("Environment")) {
      if (words(setting).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Whether a setting with this key is in the service section. */
  public boolean has(String key) {
    return !service(key).isEmpty();
  }

  /**
   * The file with a variable set: its last assignment changed in place, or a line added after the
   * last {@code Environment=}.
   *
   * @throws Unplaceable if there is no service section, or the value needs quoting that is not
   *     plain
   */
  public UnitFile withEnvironment(String name, String value) throws Unplaceable {
    if (!PLAIN.matcher(value).matches()) {
      throw new Unplaceable(1, "the value '" + value + "' would need quoting");
    }
    if (value.equals(environment().get(name))) {
      return this;
    }
    Optional<Word> present = lastAssignment(name);
    if (present.isPresent()) {
      Word word = present.get();
      char first = text.charAt(word.start());
      String quote = first == '"' || first == '\'' ? String.valueOf(first) : "";
      return replace(word.start(), word.end(), quote + name + "=" + value + quote);
    }
    if (serviceEnd < 0) {
      throw new Unplaceable(1, "there is no [Service] section");
    }
    List<Setting> lines = service("Environment");
    int after = lines.isEmpty() ? serviceEnd : lines.get(lines.size() - 1).end();
    return replace(after, after, "\nEnvironment=" + name + "=" + value);
  }

  private Optional<Word> lastAssignment(String name) throws Unplaceable {
    Word last = null;
    for (Setting setting : service("Environment")) {
      List<Word> words = words(setting);
      if (words.isEmpty()) {
        last = null;
      }
      for (Word word : words) {
        if (word.text().startsWith(name + "=")) {
          last = word;
        }
      }
    }
    return Optional.ofNullable(last);
  }

  /** Whether the command of {@code ExecStart=} has an argument. */
  public boolean commandHas(String argument) throws Unplaceable {
    for (Word word : words(command())) {
      if (word.text().equals(argument)) {
        return true;
      }
    }
    return false;
  }

  /** The file with an argument at the end of the command, unless the command has it. */
  public UnitFile withArgument(String argument) throws Unplaceable {
    int end = command().end();
    return commandHas(argument) ? this : replace(end, end, " " + argument);
  }

  /**
   * The file without an argument of the command; its physical line goes too if nothing else is on
   * it.
   */
  public UnitFile withoutArgument(String argument) throws Unplaceable {
    UnitFile file = this;
    while (file.commandHas(argument)) {
      for (Word word : file.words(file.command())) {
        if (word.text().equals(argument)) {
          file = file.without(word);
          break;
        }
      }
    }
    return file;
  }

  private UnitFile without(Word word) throws Unplaceable {
    int lineStart = text.lastIndexOf('\n', word.start() - 1) + 1;
    int lineEnd = lineEnd(text, word.start());
    String rest = text.substring(lineStart, word.start()) + text.substring(word.end(), lineEnd);
    if (rest.strip().equals("\\")) {
      return replace(lineStart, lineEnd + 1, "");
    }
    int start = word.start();
    while (start > lineStart && text.charAt(start - 1) == ' ') {
      start--;
    }
    return replace(start, word.end(), "");
  }

  private Setting command() throws Unplaceable {
    List<Setting> commands = service("ExecStart");
    if (commands.size() != 1) {
      throw new Unplaceable(
          commands.isEmpty() ? 1 : lineNumber(text, commands.get(1).start()),
          "there are " + commands.size() + " ExecStart= lines, expected one");
    }
    return commands.get(0);
  }

  private List<Setting> service(String key) {
    return settings.stream()
        .filter(setting -> setting.section().equals(SERVICE) && setting.key().equals(key))
        .toList();
  }

  private UnitFile replace(int from, int to, String replacement) throws Unplaceable {
    String changed = text.substring(0, from) + replacement + text.substring(to);
    return parse(changed.getBytes(StandardCharsets.ISO_8859_1));
  }

  /**
   * The words of a value as systemd splits them: blanks, continuations, quotes, comments within a
   * continuation.
   */
  private List<Word> words(Setting setting) throws Unplaceable {
    List<Word> words = new ArrayList<>();
    int at = setting.valueStart();
    while (at < setting.end()) {
      char c = text.charAt(at);
      if (c == ' ' || c == '\t') {
        at++;
      } else if (isContinuation(at, setting.end())) {
        at = afterContinuation(text, at + 2);
      } else {
        Word word = word(at, setting.end());
        words.add(word);
        at = word.end();
      }
    }
    return words;
  }

  private Word word(int from, int end) throws Unplaceable {
    StringBuilder value = new StringBuilder();
    char quote = 0;
    int at = from;
    while (at < end) {
      char c = text.charAt(at);
      if (quote == 0 && (c == ' ' || c == '\t' || isContinuation(at, end))) {
        break;
      }
      if (c == '\\') {
        throw new Unplaceable(
            lineNumber(text, at), "an escape in a value; it can't be edited safely");
      }
      if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else {
        value.append(c);
      }
      at++;
    }
    if (quote != 0) {
      throw new Unplaceable(lineNumber(text, from), "a quote is not closed");
    }
    return new Word(from, at, value.toString());
  }

  private boolean isContinuation(int at, int end) {
    return text.charAt(at) == '\\' && at + 1 < end && text.charAt(at + 1) == '\n';
  }

  /** Where the value goes on after a continuation: comment lines in between are skipped. */
  private static int afterContinuation(String text, int from) {
    int at = from;
    while (at < text.length() && isComment(text.substring(at, lineEnd(text, at)).strip())) {
      at = lineEnd(text, at) + 1;
    }
    return Math.min(at, text.length());
  }

  private static int logicalEnd(String text, int from) {
    int end = lineEnd(text, from);
    while (end < text.length() && end > from && text.charAt(end - 1) == '\\') {
      end = lineEnd(text, afterContinuation(text, end + 1));
    }
    return end;
  }

  private static boolean isComment(String stripped) {
    return stripped.startsWith("#") || stripped.startsWith(";");
  }

  private static int lineEnd(String text, int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }

  private static int lineNumber(String text, int at) {
    return (int)
            text.substring(0, Math.min(at, text.length())).chars().filter(c -> c == '\n').count()
        + 1;
  }
}
