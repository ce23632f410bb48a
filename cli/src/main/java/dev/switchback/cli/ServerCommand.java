package dev.switchback.cli;

import dev.switchback.configuration.Settings;
import dev.switchback.server.DevServer;
import dev.switchback.server.ServerUnavailable;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The dev server. */
@Command(
    name = "server",
    description = "Start, stop or look at the Temporal server on this machine.",
    mixinStandardHelpOptions = true)
final class ServerCommand {
  private static DevServer server(GlobalOptions global) {
    Settings settings = global.settings();
    return Session.devServer(settings, global.printer()::line);
  }

  @Command(name = "start", description = "Start it, unless it runs.")
  int start(@Mixin GlobalOptions global) {
    try {
      DevServer.Running running = server(global).start();
      global
          .printer()
          .line("a Temporal server runs at " + running.address() + ", process " + running.pid());
      global.printer().json(running);
      return ExitCode.SUCCEEDED.code();
    } catch (ServerUnavailable e) {
      throw new CommandFailed(ExitCode.UNREACHABLE, String.valueOf(e.getMessage()));
    }
  }

  @Command(name = "stop", description = "Stop it; its data stays.")
  int stop(@Mixin GlobalOptions global) {
    boolean ran = server(global).stop();
    global.printer().line(ran ? "stopped" : "it did not run");
    global.printer().json(Map.of("stopped", ran));
    return ExitCode.SUCCEEDED.code();
  }

  @Command(name = "status", description = "Whether it runs.")
  int status(@Mixin GlobalOptions global) {
    Optional<DevServer.Running> running = server(global).running();
    if (running.isEmpty()) {
      throw new CommandFailed(
          ExitCode.UNREACHABLE, "no dev server runs; start one with 'switchback server start'");
    }
    global
        .printer()
        .line("runs at " + running.get().address() + ", process " + running.get().pid());
    global.printer().json(running.get());
    return ExitCode.SUCCEEDED.code();
  }
}
