package dev.switchback.rehearsal;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import dev.switchback.rehearsal.shell.Shell;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** The few programs that the host's own tests type, beside the real shell. */
final class TestPrograms {
  static final Map<String, Program> ALL =
      Map.of(
          "sh", new Shell(),
          "cat", TestPrograms::cat,
          "tee", TestPrograms::tee,
          "python3", TestPrograms::python,
          "echo", TestPrograms::echo);

  private TestPrograms() {}

  private static int cat(Invocation call) throws IOException {
    try {
      call.out().write(call.machine().files().read(call.arguments().get(0)));
      return 0;
    } catch (FileError refused) {
      call.complain(call.arguments().get(0) + ": " + refused.text());
      return 1;
    }
  }

  private static int tee(Invocation call) throws IOException {
    String path = call.arguments().get(0);
    try {
      call.machine().files().write(path, call.in().readAllBytes());
      return 0;
    } catch (FileError refused) {
      call.complain(path + ": " + refused.text());
      return 1;
    }
  }

  private static int echo(Invocation call) throws IOException {
    call.print(String.join(" ", call.arguments()) + "\n");
    return 0;
  }

  /** Runs a host program by its bare name. */
  private static int python(Invocation call) throws IOException, InterruptedException {
    Optional<Program> program = call.machine().hostProgram(call.arguments().get(0));
    return program.isEmpty()
        ? 1
        : program
            .get()
            .run(
                new Invocation(
                    call.arguments(),
                    call.environment(),
                    call.directory(),
                    call.pid(),
                    call.in(),
                    call.out(),
                    call.err(),
                    call.machine()));
  }
}
