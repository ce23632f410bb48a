package dev.switchback.rehearsal.model.python;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.switchback.rehearsal.model.serving.SglangService;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs the simulated container's sitecustomize.py for real, in this machine's {@code python3}, so
 * that a default, a guarded loop, an assignment and a syntax error each do what they do.
 */
public final class PythonStart implements SglangService.Interpreter {
  private static final String PROGRAM = "/dev/switchback/rehearsal/programs/print-environment.py";
  private static final long LIMIT_SECONDS = 20;

  private final Supplier<Optional<byte[]>> sitecustomize;

  /** An interpreter that finds the file's bytes, links followed, by {@code sitecustomize}. */
  public PythonStart(Supplier<Optional<byte[]>> sitecustomize) {
    this.sitecustomize = sitecustomize;
  }

  @Override
  public Map<String, String> effective(Map<String, String> environment) {
    try {
      Path folder = Files.createTempDirectory("rehearsal-python");
      Path file = folder.resolve("sitecustomize.py");
      try {
        Files.write(file, sitecustomize.get().orElse(new byte[0]));
        return run(folder, environment);
      } finally {
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder);
      }
    } catch (IOException unusable) {
      throw new UncheckedIOException("python3 of this machine could not run", unusable);
    }
  }

  private static Map<String, String> run(Path folder, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder("python3", "-B", "-c", program());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("PYTHONPATH", folder.toString());
    Path output = Files.createTempFile("rehearsal-python", ".json");
    try {
      Process process =
          builder.redirectOutput(output.toFile()).redirectError(Redirect.DISCARD).start();
      await(process);
      Map<String, String> result =
          new ObjectMapper()
              .readValue(output.toFile(), new TypeReference<LinkedHashMap<String, String>>() {});
      result.remove("PYTHONPATH");
      return result;
    } finally {
      Files.deleteIfExists(output);
    }
  }

  private static void await(Process process) throws IOException {
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("python3 did not end within " + LIMIT_SECONDS + " s");
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while python3 ran", interrupted);
    }
  }

  private static String program() throws IOException {
    try (InputStream in = PythonStart.class.getResourceAsStream(PROGRAM)) {
      if (in == null) {
        throw new IllegalStateException("resource missing: " + PROGRAM);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
