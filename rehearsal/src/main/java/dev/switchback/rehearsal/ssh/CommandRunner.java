package dev.switchback.rehearsal.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;

/** Runs what an exec request asks for. */
public interface CommandRunner {
  /**
   * Runs a command line to its end, as {@code sh -c} of root's login does.
   *
   * @param environment the variables that the client sent
   * @return the exit status
   * @throws InterruptedException when the machine stops meanwhile; the client gets no status
   */
  int run(
      String line,
      Map<String, String> environment,
      InputStream in,
      OutputStream out,
      OutputStream err)
      throws IOException, InterruptedException;
}
