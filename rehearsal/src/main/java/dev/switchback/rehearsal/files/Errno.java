package dev.switchback.rehearsal.files;

/** Error numbers that file operations give, with glibc's texts in the C locale. */
public enum Errno {
  EPERM("Operation not permitted"),
  ENOENT("No such file or directory"),
  EACCES("Permission denied"),
  EBUSY("Device or resource busy"),
  EEXIST("File exists"),
  EXDEV("Invalid cross-device link"),
  ENOTDIR("Not a directory"),
  EISDIR("Is a directory"),
  EINVAL("Invalid argument"),
  ENOSPC("No space left on device"),
  EROFS("Read-only file system"),
  ENAMETOOLONG("File name too long"),
  ENOTEMPTY("Directory not empty"),
  ELOOP("Too many levels of symbolic links"),
  ENODATA("No data available");

  private final String text;

  Errno(String text) {
    this.text = text;
  }

  /** Makes the error. */
  public FileError error() {
    return new FileError(name(), text);
  }
}
