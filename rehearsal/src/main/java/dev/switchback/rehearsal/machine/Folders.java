package dev.switchback.rehearsal.machine;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;

/** Whole folders of virtual files. */
final class Folders {
  private Folders() {}

  /** Removes everything in a folder but {@code kept}. */
  static void empty(VirtualFiles files, String folder, String kept) {
    try {
      for (String name : files.list(folder)) {
        String path = folder + "/" + name;
        if (!path.equals(kept)) {
          remove(files, path);
        }
      }
    } catch (FileError refused) {
      throw new IllegalStateException(folder + ": " + refused.text(), refused);
    }
  }

  private static void remove(VirtualFiles files, String path) throws FileError {
    if (files.lstat(path).kind() == VirtualFiles.Kind.DIRECTORY) {
      empty(files, path, "");
      files.rmdir(path);
    } else {
      files.unlink(path);
    }
  }
}
