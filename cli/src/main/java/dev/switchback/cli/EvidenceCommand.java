package dev.switchback.cli;

import dev.switchback.evidence.FileEvidenceStore;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Prints a piece of evidence. */
@Command(
    name = "evidence",
    description = "Print a piece of evidence by its digest.",
    mixinStandardHelpOptions = true)
final class EvidenceCommand implements Callable<Integer> {
  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(paramLabel = "DIGEST", description = "sha256:... as events name it.")
  String digest = "";

  @Override
  public Integer call() {
    try {
      Optional<byte[]> blob = new FileEvidenceStore(global.settings().evidence()).get(digest);
      if (blob.isEmpty()) {
        throw new CommandFailed(ExitCode.USAGE, "there is no evidence " + digest);
      }
      global.printer().raw(new String(blob.get(), StandardCharsets.UTF_8));
      return ExitCode.SUCCEEDED.code();
    } catch (IllegalArgumentException e) {
      throw new CommandFailed(ExitCode.USAGE, String.valueOf(e.getMessage()));
    } catch (IllegalStateException e) {
      throw new CommandFailed(ExitCode.FAILED, String.valueOf(e.getMessage()));
    }
  }
}
