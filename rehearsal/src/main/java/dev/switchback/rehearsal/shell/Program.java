package dev.switchback.rehearsal.shell;

import java.io.IOException;

/** Something that can be run by name. */
public interface Program {
  /**
   * Runs to its end.
   *
   * @return the exit status, 0 to 255
   * @throws IOException if a stream breaks (the caller's end is gone)
   * @throws InterruptedException if it is killed
   */
  int run(Invocation call) throws IOException, InterruptedException;
}
