package dev.switchback.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A Python program that travels to the host with each call and leaves nothing there. Python 3.6 or
 * later, standard library only, in isolated mode ({@code -I}: no user site, no PYTHON variables).
 *
 * @param name as in the program's first line, {@code # switchback host program: NAME}
 * @param text the program
 */
public record HostProgram(String name, String text) {
  private static final String FIRST_LINE = "# switchback host program: ";

  /**
   * The program of that name from {@code host-programs/}.
   *
   * @throws IllegalArgumentException if there is none, or its first line names another
   */
  public static HostProgram named(String name) {
    String text = resource("/dev/switchback/host-programs/" + name + ".py");
    if (!text.startsWith(FIRST_LINE + name + "\n")) {
      throw new IllegalArgumentException(
          "host program " + name + " must begin with '" + FIRST_LINE + name + "'");
    }
    return new HostProgram(name, text);
  }

  /** The program run by {@code python3}, with {@link Command#of(List)}'s limits. */
  public Command command(List<String> args) {
    return command("python3", args);
  }

  /**
   * The program as a command, with {@link Command#of(List)}'s limits.
   *
   * @param interpreter {@code python3}, or the absolute path of one
   */
  public Command command(String interpreter, List<String> args) {
    List<String> argv = new ArrayList<>(List.of(interpreter, "-I", "-c", text));
    argv.addAll(args);
    return Command.of(argv);
  }

  static String resource(String path) {
    try (InputStream in = HostProgram.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalArgumentException("no such resource: " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(path, e);
    }
  }
}
