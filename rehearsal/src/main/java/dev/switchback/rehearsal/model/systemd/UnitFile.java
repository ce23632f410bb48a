package dev.switchback.rehearsal.model.systemd;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Settings of a unit in the order in which they were read, fragment first, drop-ins after
 * (systemd.syntax(7), systemd.exec(5)).
 *
 * @param settings the assignments, each with its section
 */
public record UnitFile(List<Setting> settings) {

  /**
   * One assignment.
   *
   * @param section section name without brackets
   * @param key left side
   * @param value right side, continuations joined by blanks
   */
  public record Setting(String section, String key, String value) {}

  /** Reads the texts of a fragment and its drop-ins. */
  public static UnitFile parse(List<String> texts) {
    List<Setting> settings = new ArrayList<>();
    texts.forEach(text -> parse(text, settings));
    return new UnitFile(List.copyOf(settings));
  }

  private static void parse(String text, List<Setting> settings) {
    String section = "";
    for (String line : logicalLines(text)) {
      if (line.startsWith("[") && line.endsWith("]")) {
        section = line.substring(1, line.length() - 1);
      } else if (line.indexOf('=') > 0) {
        int equals = line.indexOf('=');
        settings.add(
            new Setting(
                section, line.substring(0, equals).strip(), line.substring(equals + 1).strip()));
      }
    }
  }

  private static List<String> logicalLines(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder pending = new StringBuilder();
    for (String raw : text.split("\n", -1)) {
      String line = raw.strip();
      if (line.startsWith("#") || line.startsWith(";")) {
        continue;
      }
      if (raw.endsWith("\\")) {
        pending.append(raw, 0, raw.length() - 1).append(' ');
        continue;
      }
      lines.add(pending.append(raw).toString().strip());
      pending.setLength(0);
    }
    if (!pending.isEmpty()) {
      lines.add(pending.toString().strip());
    }
    return lines;
  }

  /** Returns a setting's values; an empty assignment drops those before it. */
  public List<String> all(String section, String key) {
    List<String> values = new ArrayList<>();
    for (Setting setting : settings) {
      if (setting.section().equals(section) && setting.key().equals(key)) {
        if (setting.value().isEmpty()) {
          values.clear();
        } else {
          values.add(setting.value());
        }
      }
    }
    return List.copyOf(values);
  }

  /** Returns the last value of a setting, or an empty text. */
  public String last(String section, String key) {
    List<String> values = all(section, key);
    return values.isEmpty() ? "" : values.get(values.size() - 1);
  }

  /** Returns the environment that the {@code Environment=} lines make; later wins. */
  public Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    for (String value : all("Service", "Environment")) {
      for (String word : words(value)) {
        int equals = word.indexOf('=');
        if (equals > 0) {
          environment.put(word.substring(0, equals), word.substring(equals + 1));
        }
      }
    }
    return environment;
  }

  /** Splits a value as systemd does: blanks, both quotes, backslash escapes. */
  public static List<String> words(String value) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean open = false;
    char quote = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' && i + 1 < value.length()) {
        word.append(unescaped(value.charAt(++i)));
        open = true;
      } else if (quote != 0 && c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'') && !open) {
        quote = c;
        open = true;
      } else if (quote == 0 && Character.isWhitespace(c)) {
        if (open) {
          words.add(word.toString());
        }
        word.setLength(0);
        open = false;
      } else {
        word.append(c);
        open = true;
      }
    }
    if (open) {
      words.add(word.toString());
    }
    return words;
  }

  private static char unescaped(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 's' -> ' ';
      default -> c;
    };
  }
}
