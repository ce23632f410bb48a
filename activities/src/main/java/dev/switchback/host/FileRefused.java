package dev.switchback.host;

/** The host's kernel refused a file operation. Nothing else is wrong with the host. */
public final class FileRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final Errno errno;

  public FileRefused(String path, Errno errno, String message) {
    super(path + ": " + message + " (" + errno + ")");
    this.path = path;
    this.errno = errno;
  }

  public String path() {
    return path;
  }

  public Errno errno() {
    return errno;
  }
}
