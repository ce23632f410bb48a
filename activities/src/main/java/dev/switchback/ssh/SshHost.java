package dev.switchback.ssh;

import dev.switchback.host.AccessRefused;
import dev.switchback.host.Command;
import dev.switchback.host.CommandResult;
import dev.switchback.host.Host;
import dev.switchback.host.HostFiles;
import dev.switchback.host.JobResult;
import dev.switchback.host.JobScope;
import dev.switchback.host.Plane;
import dev.switchback.host.Progress;
import dev.switchback.host.ShellWords;
import dev.switchback.inventory.Inventory.Container;
import dev.switchback.inventory.Inventory.HostEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A host over SSH. */
final class SshHost implements Host {
  /** Linux refuses one argument of 128 KiB or more, and sshd passes the line as one. */
  static final int LONGEST_LINE = 128 * 1024 - 1;

  private static final List<String> ENVIRONMENT = List.of("env", "LC_ALL=C");

  private final HostEntry entry;
  private final HostConnections.Line line;
  private final SshSettings settings;
  private final JobScope scope;
  private final Plane plane;

  SshHost(
      HostEntry entry,
      HostConnections.Line line,
      SshSettings settings,
      JobScope scope,
      Plane plane) {
    this.entry = entry;
    this.line = line;
    this.settings = settings;
    this.scope = scope;
    this.plane = plane;
  }

  @Override
  public String name() {
    return entry.name();
  }

  @Override
  public Plane plane() {
    return plane;
  }

  @Override
  public Host on(Plane other) {
    return new SshHost(entry, line, settings, scope, other);
  }

  @Override
  public CommandResult run(Command command) {
    String text = ShellWords.quote(argv(entry, plane, command.argv()));
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_LINE) {
      throw new IllegalArgumentException(
          "a command of %d bytes is longer than Linux takes (%d); send data as standard input"
              .formatted(length, LONGEST_LINE));
    }
    CommandResult result =
        line.exec(text, command.stdin(), command.deadline(), command.outputLimit());
    if (!root(entry)
        && result.exitStatus() == 1
        && result.errorText().startsWith("sudo: a password is required")) {
      throw new AccessRefused(
          name(),
          "%s: user '%s' may not use sudo without a password; allow it, or log in as root"
              .formatted(name(), entry.ssh().user()));
    }
    return result;
  }

  /** The whole argument list: privilege, locale, plane, command. */
  static List<String> argv(HostEntry entry, Plane plane, List<String> command) {
    List<String> argv = new ArrayList<>();
    if (!root(entry)) {
      argv.addAll(List.of("sudo", "-n", "--"));
    }
    argv.addAll(ENVIRONMENT);
    if (plane == Plane.CONTAINER) {
      String id =
          entry
              .container()
              .map(Container::id)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "the inventory names no container on host '" + entry.name() + "'"));
      argv.addAll(List.of("pct", "exec", id, "--keep-env", "0", "--"));
      argv.addAll(ENVIRONMENT);
    }
    argv.addAll(command);
    return argv;
  }

  private static boolean root(HostEntry entry) {
    return entry.ssh().user().equals("root");
  }

  @Override
  public HostFiles files() {
    return new SshFiles(this);
  }

  @Override
  public JobResult job(
      String name, Command command, Duration deadline, boolean kill, Progress progress) {
    String directory = settings.runDirectory() + "/" + scope.directory(name);
    return new SshJob(this, directory, settings.patience(), progress).run(command, deadline, kill);
  }
}
