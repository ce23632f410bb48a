package dev.switchback.rehearsal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchback.rehearsal.files.VirtualFiles;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShellTest {
  private static final class Bare implements Machine {
    private final Processes processes = new Processes();

    @Override
    public VirtualFiles files() {
      return (VirtualFiles)
          Proxy.newProxyInstance(
              ShellTest.class.getClassLoader(),
              new Class<?>[] {VirtualFiles.class},
              (self, method, arguments) -> {
                throw new UnsupportedOperationException(method.getName());
              });
    }

    @Override
    public Optional<Program> program(String name) {
      return Optional.empty();
    }

    @Override
    public Optional<Program> hostProgram(String name) {
      return Optional.empty();
    }

    @Override
    public Processes processes() {
      return processes;
    }

    @Override
    public Clock clock() {
      return Clock.systemUTC();
    }
  }

  private static String run(String script) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Machine machine = new Bare();
    int pid = machine.processes().fork(0, "sh", 0);
    int status =
        new Shell()
            .run(
                new Invocation(
                    List.of("sh", "-c", script),
                    Map.of("LC_ALL", "C"),
                    "/",
                    pid,
                    InputStream.nullInputStream(),
                    out,
                    new ByteArrayOutputStream(),
                    machine));
    return out.toString(StandardCharsets.ISO_8859_1) + "status " + status;
  }

  private static String runForReal(String script) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script);
    builder.environment().put("LC_ALL", "C");
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    byte[] out = process.getInputStream().readAllBytes();
    return new String(out, StandardCharsets.ISO_8859_1) + "status " + process.waitFor();
  }

  static Stream<String> scripts() throws Exception {
    try (InputStream in = ShellTest.class.getResourceAsStream("scripts.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void answers_as_the_real_shell(String script) throws Exception {
    assertThat(run(script)).isEqualTo(runForReal(script));
  }

  @Property(tries = 300)
  void gives_back_the_bytes_of_a_quoted_word(@ForAll String any) throws Exception {
    String text =
        new String(any.replace("\0", "").getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    String printed = run("printf %s '" + text.replace("'", "'\\''") + "'");
    String bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    assertThat(printed).isEqualTo(bytes + "status 0");
  }
}
