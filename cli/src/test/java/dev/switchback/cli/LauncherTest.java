package dev.switchback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher alone, with programs in place of Java and Maven that note how they were called. */
final class LauncherTest {
  private static final String FAKE_JAVA =
      """
      #!/bin/sh
      case "$*" in
        *-XshowSettings*) echo "    java.specification.version = $(cat "$0.version")" ;;
        *) for word; do printf '[%s]' "$word"; done; echo ;;
      esac
      """;
  private static final String FAKE_MAVEN =
      """
      #!/bin/sh
      echo called >>"$0.calls"
      [ ! -e "$0.fails" ] || { echo 'the compiler says no'; exit 1; }
      """;

  @TempDir Path folder = Path.of("");
  private Path root = Path.of("");
  private Path bin = Path.of("");

  record Ended(int code, String output) {}

  @BeforeEach
  void lay_out_a_checkout() throws IOException {
    root = Files.createDirectories(folder.resolve("a folder"));
    bin = Files.createDirectories(folder.resolve("bin"));
    Files.copy(Path.of("..", "switchback"), root.resolve("switchback"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    for (String module :
        List.of("runbooks", "workflows", "rehearsal", "activities", "worker", "cli")) {
      Files.createDirectories(root.resolve(module).resolve("src/main"));
    }
    program("java", FAKE_JAVA);
    program("javac", "#!/bin/sh\n");
    program("mvn", FAKE_MAVEN);
    Files.writeString(bin.resolve("java.version"), "17\n");
  }

  private void program(String name, String text) throws IOException {
    Path file = Files.writeString(bin.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void remove(String... programs) throws IOException {
    // Only what the launcher itself calls is left, so that no real Java or Maven is found.
    for (String name :
        List.of("sh", "dirname", "readlink", "find", "head", "mkdir", "sed", "cat", "tail", "mv")) {
      if (!Files.exists(bin.resolve(name))) {
        Files.createSymbolicLink(bin.resolve(name), which(name));
      }
    }
    for (String name : programs) {
      Files.delete(bin.resolve(name));
    }
  }

  private static Path which(String name) {
    return List.of(Path.of("/usr/bin", name), Path.of("/bin", name)).stream()
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  private Process begin(String path, Path launcher, String... arguments) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(launcher.toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().remove("JAVA_HOME");
    builder.environment().put("PATH", path);
    return builder.directory(folder.toFile()).redirectErrorStream(true).start();
  }

  private static Ended end(Process process) throws Exception {
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), output);
  }

  private Ended run(String... arguments) throws Exception {
    return end(begin(bin + ":/usr/bin:/bin", root.resolve("switchback"), arguments));
  }

  private Ended runWithoutSystem() throws Exception {
    return end(begin(bin.toString(), root.resolve("switchback")));
  }

  private long builds() throws IOException {
    Path calls = bin.resolve("mvn.calls");
    return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
  }

  private void edit(String file) throws IOException {
    Path source = root.resolve(file);
    Files.createDirectories(source.getParent());
    Files.writeString(source, "edited");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
  }

  @Test
  void hands_arguments_on_as_they_are() throws Exception {
    assertThat(run("run", "-p", "note=two words; $(x)").output())
        .endsWith("[dev.switchback.cli.Main][run][-p][note=two words; $(x)]");
  }

  @Test
  void finds_its_classes_in_a_path_with_spaces() throws Exception {
    assertThat(run().output()).contains("[" + root.toRealPath().resolve("cli/target/lib"));
  }

  @Test
  void finds_its_root_through_a_link() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("sb"), Path.of("a folder/switchback"));
    assertThat(end(begin(bin + ":/usr/bin:/bin", link)).output())
        .contains("[" + root.toRealPath().resolve("cli/target/lib"));
  }

  @Test
  void says_that_it_builds_on_first_use() throws Exception {
    assertThat(run().output()).contains("building");
  }

  @Test
  void builds_once_only() throws Exception {
    run();
    run();
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void builds_once_when_two_start_at_the_same_time() throws Exception {
    Process first = begin(bin + ":/usr/bin:/bin", root.resolve("switchback"));
    Process second = begin(bin + ":/usr/bin:/bin", root.resolve("switchback"));
    end(first);
    end(second);
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void builds_again_after_an_edit() throws Exception {
    run();
    edit("worker/src/main/java/Edited.java");
    run();
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void does_not_build_again_for_a_test() throws Exception {
    run();
    edit("worker/src/test/java/EditedTest.java");
    run();
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void shows_the_end_of_the_log_when_the_build_fails() throws Exception {
    Files.createFile(bin.resolve("mvn.fails"));
    assertThat(run().output()).contains("the compiler says no");
  }

  @Test
  void tries_a_failed_build_again() throws Exception {
    Path fails = Files.createFile(bin.resolve("mvn.fails"));
    run();
    Files.delete(fails);
    assertThat(run().code()).isZero();
  }

  @Test
  void asks_for_java_when_there_is_none() throws Exception {
    remove("java");
    assertThat(runWithoutSystem().output()).contains("no Java found");
  }

  @Test
  void asks_for_a_jdk_when_there_is_only_a_runtime() throws Exception {
    remove("javac");
    assertThat(runWithoutSystem().output()).contains("needs a JDK");
  }

  @Test
  void asks_for_maven_when_there_is_none() throws Exception {
    remove("mvn");
    assertThat(runWithoutSystem().output()).contains("no Maven found");
  }

  @Test
  void refuses_a_java_that_is_too_old() throws Exception {
    Files.writeString(bin.resolve("java.version"), "11\n");
    assertThat(run().output()).contains("Java 11 found; Switchback needs 17");
  }
}
