package dev.switchback.rehearsal.files;

/** A file operation that the kernel refuses. */
public final class FileError extends Exception {
  private static final long serialVersionUID = 1L;

  private final String errno;

  /**
   * @param errno its name, for example {@code EBUSY}
   * @param text what {@code strerror} says of it in the C locale
   */
  public FileError(String errno, String text) {
    super(text);
    this.errno = errno;
  }

  /** The error number's name. */
  public String errno() {
    return errno;
  }

  /** What {@code strerror} says. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
