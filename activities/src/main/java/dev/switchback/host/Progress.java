package dev.switchback.host;

/** Where a long operation reports that it is alive, and learns that it should stop. */
public interface Progress {
  /** Ignores what it is told. */
  Progress NONE = line -> {};

  /**
   * Says what is going on, one line for people. Called at least every few seconds.
   *
   * @throws java.util.concurrent.CancellationException if the step was cancelled
   */
  void report(String line);
}
