package dev.switchback.cli;

import dev.switchback.configuration.Settings;
import dev.switchback.configuration.SettingsReader;
import dev.switchback.runbook.InvalidRunbook;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that every command has. */
final class GlobalOptions {
  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec spec;

  @Option(names = "--json", description = "Print JSON instead of text.")
  boolean json;

  @Option(names = "--state", paramLabel = "DIR", description = "State folder.")
  @Nullable String state;

  @Option(names = "--inventory", paramLabel = "FILE", description = "Inventory file.")
  @Nullable String inventory;

  @Option(
      names = "--server",
      paramLabel = "SERVER",
      description = "dev, embedded, or host:port of a Temporal frontend.")
  @Nullable String server;

  @Option(names = "--namespace", paramLabel = "NAME", description = "Temporal namespace.")
  @Nullable String namespace;

  Printer printer() {
    if (spec == null) {
      throw new IllegalStateException("picocli fills it in");
    }
    return new Printer(spec.commandLine().getOut(), json);
  }

  Settings settings() {
    Map<String, String> options = new LinkedHashMap<>();
    put(options, "state", state);
    put(options, "inventory", inventory);
    put(options, "server", server);
    put(options, "namespace", namespace);
    try {
      return new SettingsReader(System.getenv(), Path.of("").toAbsolutePath()).read(options);
    } catch (InvalidRunbook e) {
      throw new CommandFailed(ExitCode.INVALID, String.valueOf(e.getMessage()));
    }
  }

  private static void put(Map<String, String> options, String name, @Nullable String value) {
    if (value != null) {
      options.put(name, value);
    }
  }
}
