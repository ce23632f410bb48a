package dev.switchback.rehearsal.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * One run of a program.
 *
 * @param argv its name and arguments; bytes that are no UTF-8 are carried as ISO-8859-1 would be
 *     only if the caller sent them so
 * @param environment its environment, in order
 * @param directory its working directory, absolute
 * @param pid its process id
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param machine where it runs
 */
public record Invocation(
    List<String> argv,
    Map<String, String> environment,
    String directory,
    int pid,
    InputStream in,
    OutputStream out,
    OutputStream err,
    Machine machine) {
  /** Arguments without the program's name. */
  public List<String> arguments() {
    return argv.subList(1, argv.size());
  }

  /** Writes text to standard output. */
  public void print(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a line to standard error, as {@code name: message}. */
  public void complain(String message) throws IOException {
    String name = argv.get(0).substring(argv.get(0).lastIndexOf('/') + 1);
    err.write((name + ": " + message + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
