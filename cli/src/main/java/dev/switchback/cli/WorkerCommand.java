package dev.switchback.cli;

import dev.switchback.configuration.Settings;
import dev.switchback.inventory.InvalidInventory;
import dev.switchback.server.DevServer;
import dev.switchback.server.ServerUnavailable;
import dev.switchback.worker.SwitchbackWorker;
import dev.switchback.worker.TemporalClients;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a worker until it is told to stop. */
@Command(
    name = "worker",
    description = "Run a worker; with the dev server, also start and watch that.",
    mixinStandardHelpOptions = true)
final class WorkerCommand implements Callable<Integer> {
  private static final Duration DRAIN = Duration.ofSeconds(20);
  private static final long LOOK_SECONDS = 1;

  @Mixin GlobalOptions global = new GlobalOptions();

  @Override
  public Integer call() throws InterruptedException {
    Printer printer = global.printer();
    Settings settings = global.settings();
    CountDownLatch stop = new CountDownLatch(1);
    try {
      DevServer dev = Session.devServer(settings, printer::line);
      boolean own = settings.server().equals(Settings.DEV);
      String address = own ? dev.start().address() : settings.server();
      SwitchbackWorker worker =
          SwitchbackWorker.start(TemporalClients.connect(address, settings.namespace()), settings);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    stop.countDown();
                    worker.drain(DRAIN);
                  }));
      printer.line("worker runs; server " + address + ", state " + settings.state());
      watch(stop, own, dev, printer);
      return ExitCode.SUCCEEDED.code();
    } catch (ServerUnavailable e) {
      throw new CommandFailed(ExitCode.UNREACHABLE, String.valueOf(e.getMessage()));
    } catch (InvalidInventory e) {
      throw new CommandFailed(ExitCode.INVALID, String.valueOf(e.getMessage()));
    }
  }

  /** Starts the dev server again whenever it is gone. */
  private static void watch(CountDownLatch stop, boolean own, DevServer dev, Printer printer)
      throws InterruptedException {
    while (!stop.await(LOOK_SECONDS, TimeUnit.SECONDS)) {
      if (own && dev.running().isEmpty()) {
        try {
          printer.line("the Temporal server is gone; it runs again at " + dev.start().address());
        } catch (ServerUnavailable e) {
          printer.line("the Temporal server is gone and does not start: " + e.getMessage());
        }
      }
    }
  }
}
