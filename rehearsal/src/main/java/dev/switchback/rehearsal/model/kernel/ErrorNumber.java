package dev.switchback.rehearsal.model.kernel;

/**
 * The error numbers that sysfs writes answer with (errno(3), x86-64), and glibc's text for each.
 */
public enum ErrorNumber {
  EPERM(1, "Operation not permitted"),
  EIO(5, "Input/output error"),
  ENOMEM(12, "Cannot allocate memory"),
  EBUSY(16, "Device or resource busy"),
  ENODEV(19, "No such device"),
  EINVAL(22, "Invalid argument");

  private final int number;
  private final String text;

  ErrorNumber(int number, String text) {
    this.number = number;
    this.text = text;
  }

  /** Returns the number, positive. */
  public int number() {
    return number;
  }

  /** Returns what strerror(3) says in the C locale. */
  public String text() {
    return text;
  }
}
