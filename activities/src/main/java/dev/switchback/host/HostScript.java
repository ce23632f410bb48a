package dev.switchback.host;

import java.util.ArrayList;
import java.util.List;

/**
 * A POSIX sh script that travels to the host with each call, from {@code host-scripts/NAME.sh}.
 *
 * @param name becomes {@code $0}
 * @param text the script
 */
public record HostScript(String name, String text) {
  /**
   * The script of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static HostScript named(String name) {
    return new HostScript(
        name, HostProgram.resource("/dev/switchback/host-scripts/" + name + ".sh"));
  }

  /** The script as a command, with {@link Command#of(List)}'s limits. */
  public Command command(List<String> args) {
    List<String> argv = new ArrayList<>(List.of("sh", "-c", text, name));
    argv.addAll(args);
    return Command.of(argv);
  }
}
