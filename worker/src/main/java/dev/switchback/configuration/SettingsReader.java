package dev.switchback.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.switchback.runbook.InvalidRunbook;
import dev.switchback.runbook.LocatedYaml;
import dev.switchback.runbook.Problem;
import dev.switchback.runbook.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings from, in this order: an option, an environment variable ({@code SWITCHBACK_STATE},
 * {@code _INVENTORY}, {@code _SERVER}, {@code _NAMESPACE}), the file {@code switchback.yaml} (of
 * the working directory, or {@code SWITCHBACK_CONFIG}), a default.
 */
public final class SettingsReader {
  private static final String FILE = "switchback.yaml";
  private static final Shape SHAPE =
      Shape.resource("dev/switchback/configuration/switchback.schema.json");

  private final Map<String, String> environment;
  private final Path directory;

  /**
   * @param environment the process's environment
   * @param directory the working directory
   */
  public SettingsReader(Map<String, String> environment, Path directory) {
    this.environment = environment;
    this.directory = directory;
  }

  /**
   * Reads the settings.
   *
   * @param options what was given on the command line, by setting name
   * @throws InvalidRunbook if the configuration file is not valid, with every problem
   */
  public Settings read(Map<String, String> options) throws InvalidRunbook {
    Path file = file();
    JsonNode configured = configured(file);
    Path base = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(directory);
    Path state =
        value("state", options, configured)
            .map(text -> resolve(base, text))
            .orElseGet(this::defaultState);
    return new Settings(
        state,
        value("inventory", options, configured)
            .map(text -> resolve(base, text))
            .orElseGet(() -> directory.resolve("inventory.yaml")),
        value("server", options, configured).orElse(Settings.DEV),
        value("namespace", options, configured).orElse("default"));
  }

  private Path file() {
    String named = environment.get("SWITCHBACK_CONFIG");
    return named == null ? directory.resolve(FILE) : directory.resolve(named);
  }

  private JsonNode configured(Path file) throws InvalidRunbook {
    if (!Files.exists(file) && !environment.containsKey("SWITCHBACK_CONFIG")) {
      return JsonNodeFactory.instance.objectNode();
    }
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new InvalidRunbook(
          List.of(
              new Problem(
                  file.toString(),
                  1,
                  1,
                  "can't be read: " + e.getMessage(),
                  "check its path and permissions")));
    }
    LocatedYaml yaml = LocatedYaml.read(file.toString(), text);
    List<Problem> problems = SHAPE.problems(yaml);
    if (!problems.isEmpty()) {
      throw new InvalidRunbook(problems);
    }
    return yaml.tree();
  }

  private Optional<String> value(String name, Map<String, String> options, JsonNode configured) {
    String variable = "SWITCHBACK_" + name.toUpperCase(java.util.Locale.ROOT);
    return Optional.ofNullable(options.get(name))
        .or(() -> Optional.ofNullable(environment.get(variable)))
        .or(() -> Optional.ofNullable(configured.get(name)).map(JsonNode::asText));
  }

  private Path resolve(Path base, String text) {
    String home = environment.getOrDefault("HOME", "/");
    return text.equals("~") || text.startsWith("~/")
        ? Path.of(home + text.substring(1))
        : base.resolve(text).normalize();
  }

  private Path defaultState() {
    String data = environment.get("XDG_STATE_HOME");
    return data != null && data.startsWith("/")
        ? Path.of(data, "switchback")
        : Path.of(environment.getOrDefault("HOME", "/"), ".local", "state", "switchback");
  }
}
