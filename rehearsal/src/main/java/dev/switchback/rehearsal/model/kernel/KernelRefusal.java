package dev.switchback.rehearsal.model.kernel;

/** A system call that the kernel answers with an error number. */
public final class KernelRefusal extends Exception {
  private static final long serialVersionUID = 1L;
  private final ErrorNumber error;

  /** Refuses with {@code error}. */
  public KernelRefusal(ErrorNumber error) {
    super(error + ": " + error.text());
    this.error = error;
  }

  /** Returns why. */
  public ErrorNumber error() {
    return error;
  }
}
