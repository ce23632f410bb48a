package dev.switchback.cli;

import dev.switchback.runbook.InvalidRunbook;
import dev.switchback.runbook.Runbook;
import dev.switchback.runbook.RunbookReader;
import dev.switchback.text.Suggestion;
import dev.switchback.worker.StandardActions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runbooks by the name of a shipped one, or by path. */
final class RunbookFiles {
  private static final List<String> SHIPPED =
      List.of("p2p-identity", "p2p-disable", "p2p-diagnose");
  private static final long LARGEST = 1 << 20;

  private RunbookFiles() {}

  /** A runbook's text and what it says. */
  record Read(String text, Runbook runbook) {}

  /** Reads and checks a runbook in full; no worker or host is needed for that. */
  static Read read(String nameOrPath) {
    String text = SHIPPED.contains(nameOrPath) ? shipped(nameOrPath) : file(nameOrPath);
    try {
      return new Read(
          text, RunbookReader.read(nameOrPath, text, StandardActions.withoutHosts().descriptors()));
    } catch (InvalidRunbook e) {
      throw new CommandFailed(ExitCode.INVALID, String.valueOf(e.getMessage()));
    }
  }

  private static String shipped(String name) {
    String resource = "/switchback/runbooks/" + name + ".yaml";
    try (InputStream in = RunbookFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing from the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(resource, e);
    }
  }

  private static String file(String path) {
    Path file = Path.of(path);
    if (!Files.exists(file)) {
      throw new CommandFailed(
          ExitCode.INVALID,
          path
              + ": there is no such file, and no shipped runbook of that name; "
              + Suggestion.of(path, SHIPPED));
    }
    try {
      if (Files.size(file) > LARGEST) {
        throw new CommandFailed(ExitCode.INVALID, path + ": larger than 1 MiB; split it");
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new CommandFailed(ExitCode.INVALID, path + ": not UTF-8; save it as UTF-8");
    } catch (IOException e) {
      throw new CommandFailed(
          ExitCode.INVALID,
          path + ": can't be read (" + e.getMessage() + "); check its permissions");
    }
  }
}
