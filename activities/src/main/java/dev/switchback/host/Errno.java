package dev.switchback.host;

import java.util.Arrays;

/**
 * Error numbers that matter to actions, with the text that glibc's {@code strerror} gives in the C
 * locale.
 */
public enum Errno {
  EPERM("Operation not permitted"),
  ENOENT("No such file or directory"),
  EIO("Input/output error"),
  EAGAIN("Resource temporarily unavailable"),
  ENOMEM("Cannot allocate memory"),
  EACCES("Permission denied"),
  EBUSY("Device or resource busy"),
  EEXIST("File exists"),
  ENODEV("No such device"),
  ENOTDIR("Not a directory"),
  EISDIR("Is a directory"),
  EINVAL("Invalid argument"),
  EFBIG("File too large"),
  ENOSPC("No space left on device"),
  EROFS("Read-only file system"),
  ELOOP("Too many levels of symbolic links"),
  ENOTEMPTY("Directory not empty"),
  EOPNOTSUPP("Operation not supported"),
  EDQUOT("Disk quota exceeded"),
  /** Any other, or a text that is not known. */
  OTHER("");

  private final String text;

  Errno(String text) {
    this.text = text;
  }

  /** The text of {@code strerror} in the C locale. */
  public String text() {
    return text;
  }

  /**
   * The error number whose text ends {@code message}, as coreutils print it; {@link #OTHER} if none
   * does.
   */
  public static Errno of(String message) {
    String line = message.stripTrailing();
    return Arrays.stream(values())
        .filter(e -> e != OTHER && line.endsWith(e.text))
        .findFirst()
        .orElse(OTHER);
  }
}
