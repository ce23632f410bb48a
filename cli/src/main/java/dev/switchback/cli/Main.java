package dev.switchback.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program {@code switchback}. */
@Command(
    name = "switchback",
    description =
        "Risky changes to shared GPU hosts: planned, approved, carried out, undone, proven.",
    mixinStandardHelpOptions = true,
    version = "switchback 0.1.0",
    subcommands = {
      ValidateCommand.class,
      PlanCommand.class,
      RunCommand.class,
      StatusCommand.class,
      ListCommand.class,
      DecideCommand.Approve.class,
      DecideCommand.Reject.class,
      DecideCommand.Withdraw.class,
      ControlCommand.Pause.class,
      ControlCommand.Resume.class,
      ControlCommand.Abort.class,
      ControlCommand.Retry.class,
      ControlCommand.Skip.class,
      ControlCommand.Resolve.class,
      AuditCommand.class,
      EvidenceCommand.class,
      RehearseCommand.class,
      WorkerCommand.class,
      ServerCommand.class
    })
public final class Main {
  private Main() {}

  /** Runs the command line and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command line, as the program and its tests use it. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    line.setExecutionExceptionHandler(
        (exception, command, parsed) -> {
          command.getErr().println("switchback: " + Printer.printable(said(exception)));
          return exception instanceof CommandFailed failed
              ? failed.code().code()
              : ExitCode.FAILED.code();
        });
    return line;
  }

  private static String said(Exception exception) {
    return exception instanceof CommandFailed
        ? String.valueOf(exception.getMessage())
        : "unexpected: " + exception + " (set SWITCHBACK_LOG=DEBUG for more)";
  }
}
