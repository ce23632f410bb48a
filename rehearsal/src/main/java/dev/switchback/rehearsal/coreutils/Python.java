package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code python3}. A host program ({@code # switchback host program: NAME} in its first line) that
 * has a stand-in here is answered by that; any other is run by the python3 of the machine that the
 * rehearsal runs on, in an empty folder, so it can only be a filter.
 */
public final class Python implements Program {
  private static final String MARK = "# switchback host program: ";

  @Override
  public int run(Invocation call) throws IOException, InterruptedException {
    List<String> arguments = call.arguments();
    int command = arguments.indexOf("-c");
    if (command < 0 || command + 1 >= arguments.size()) {
      call.complain("only -c is answered on a rehearsal host");
      return 2;
    }
    String first = arguments.get(command + 1).lines().findFirst().orElse("");
    Optional<Program> standIn =
        first.startsWith(MARK)
            ? call.machine().hostProgram(first.substring(MARK.length()))
            : Optional.empty();
    if (standIn.isEmpty()) {
      return real(call);
    }
    List<String> argv = new ArrayList<>();
    argv.add(first.substring(MARK.length()));
    argv.addAll(arguments.subList(command + 2, arguments.size()));
    return standIn
        .get()
        .run(
            new Invocation(
                argv,
                call.environment(),
                call.directory(),
                call.pid(),
                call.in(),
                call.out(),
                call.err(),
                call.machine()));
  }

  private static int real(Invocation call) throws IOException, InterruptedException {
    List<String> argv = new ArrayList<>(call.arguments());
    argv.add(0, "python3");
    Path folder = Files.createTempDirectory("rehearsal-python");
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Path in = Files.write(folder.resolve("in"), call.in().readAllBytes());
    try {
      ProcessBuilder builder =
          new ProcessBuilder(argv)
              .directory(folder.toFile())
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      String path = builder.environment().getOrDefault("PATH", "/usr/bin:/bin");
      builder.environment().clear();
      builder.environment().putAll(call.environment());
      builder.environment().putIfAbsent("PATH", path);
      Process process = builder.start();
      int status;
      try {
        status = process.waitFor();
      } catch (InterruptedException e) {
        process.destroyForcibly();
        throw e;
      }
      copy(out, call.out());
      copy(err, call.err());
      return status;
    } finally {
      for (Path file : List.of(in, out, err, folder)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static void copy(Path file, OutputStream to) throws IOException {
    try (InputStream from = Files.newInputStream(file)) {
      from.transferTo(to);
    }
  }
}
