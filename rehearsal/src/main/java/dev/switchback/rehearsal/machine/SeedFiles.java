package dev.switchback.rehearsal.machine;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.scenario.Scenario;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files of the seed host's planes as they are before a rehearsal. */
public final class SeedFiles {
  /** The unit of the inference service. */
  public static final String UNIT = "sglang-qwen.service";

  /** Its file. */
  public static final String UNIT_FILE = "/etc/systemd/system/" + UNIT;

  /** Where the interpreter finds its start-up file: a link, as Debian packages it. */
  public static final String SITECUSTOMIZE = "/usr/lib/python3.12/sitecustomize.py";

  private static final String SITECUSTOMIZE_TARGET = "/etc/python3.12/sitecustomize.py";
  private static final int FOLDER_MODE = 0755;
  private static final int FILE_MODE = 0644;

  private SeedFiles() {}

  /** Puts the container's files. */
  public static void container(VirtualFiles files, Scenario.Sitecustomize layout) {
    try {
      put(files, UNIT_FILE, resource("sglang-qwen.service"));
      put(files, SITECUSTOMIZE_TARGET, sitecustomize(layout));
      folders(files, SITECUSTOMIZE);
      files.symlink(SITECUSTOMIZE_TARGET, SITECUSTOMIZE);
      folders(files, "/etc/systemd/system/multi-user.target.wants/x");
      files.symlink(UNIT_FILE, "/etc/systemd/system/multi-user.target.wants/" + UNIT);
      put(files, "/etc/os-release", resource("container-os-release"));
      put(files, "/etc/machine-id", bytes("7b1f0c52a4b94d1f8f6f3b0f6f1c1d3e\n"));
      put(files, "/etc/hostname", bytes("inference\n"));
      for (String folder :
          new String[] {"/srv/sglang", "/root", "/tmp", "/run/systemd/transient", "/var/tmp"}) {
        folders(files, folder + "/x");
      }
    } catch (FileError impossible) {
      throw new IllegalStateException("the container's files: " + impossible.text(), impossible);
    }
  }

  /** Puts the host's files. */
  public static void host(VirtualFiles files) {
    try {
      put(files, "/etc/os-release", resource("host-os-release"));
      put(files, "/etc/machine-id", bytes("2d0a6d1b8c7e4b0f9a3c5e7d9b1f3a5c\n"));
      put(files, "/etc/hostname", bytes("seed\n"));
      put(files, "/etc/pve/mapping/pci.cfg", bytes(""));
      for (String folder : new String[] {"/root", "/tmp", "/run", "/var/tmp"}) {
        folders(files, folder + "/x");
      }
    } catch (FileError impossible) {
      throw new IllegalStateException("the host's files: " + impossible.text(), impossible);
    }
  }

  private static byte[] sitecustomize(Scenario.Sitecustomize layout) {
    return switch (layout) {
      case LOOP -> resource("sitecustomize.py");
      case ASSIGNMENT -> resource("sitecustomize-assignment.py");
      case LATIN1 -> latin1();
    };
  }

  private static byte[] latin1() {
    String text = new String(resource("sitecustomize-latin1.py"), StandardCharsets.UTF_8);
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes a file and makes the folders above it. */
  static void put(VirtualFiles files, String path, byte[] content) throws FileError {
    folders(files, path);
    files.write(path, content);
    files.chmod(path, FILE_MODE);
  }

  private static void folders(VirtualFiles files, String path) throws FileError {
    for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
      String folder = path.substring(0, slash);
      if (!files.exists(folder)) {
        files.mkdir(folder, FOLDER_MODE);
      }
    }
  }

  private static byte[] resource(String name) {
    String path = "/dev/switchback/rehearsal/seed/" + name;
    try (InputStream in = SeedFiles.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("resource missing: " + path);
      }
      return in.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException("resource " + path, unreadable);
    }
  }
}
