package dev.switchback.rehearsal.machine;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.model.systemd.Systemd;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A plane's files as its systemd sees them. */
final class UnitFiles implements Systemd.Files {
  private static final int FOLDER_MODE = 0755;
  private final VirtualFiles files;

  UnitFiles(VirtualFiles files) {
    this.files = files;
  }

  @Override
  public Optional<String> read(String path) {
    if (!files.exists(path) || linksToNull(path)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new String(files.read(path), StandardCharsets.UTF_8));
    } catch (FileError unreadable) {
      return Optional.empty();
    }
  }

  @Override
  public List<String> list(String directory) {
    try {
      return files.exists(directory) ? files.list(directory) : List.of();
    } catch (FileError noDirectory) {
      return List.of();
    }
  }

  @Override
  public boolean linksToNull(String path) {
    try {
      return !path.isEmpty() && files.lstat(path).target().equals("/dev/null");
    } catch (FileError absent) {
      return false;
    }
  }

  @Override
  public void linkToNull(String path) {
    try {
      if (!linksToNull(path)) {
        folders(path);
        files.symlink("/dev/null", path);
      }
    } catch (FileError refused) {
      throw new IllegalStateException(path + ": " + refused.text(), refused);
    }
  }

  private void folders(String path) throws FileError {
    for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
      String folder = path.substring(0, slash);
      if (!files.exists(folder)) {
        files.mkdir(folder, FOLDER_MODE);
      }
    }
  }

  @Override
  public void remove(String path) {
    try {
      files.unlink(path);
    } catch (FileError absent) {
      return;
    }
  }
}
