package dev.switchback.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** What one run of the command line said, and its exit code. */
record CommandRun(int code, String out, String err) {
  static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(arguments);
    return new CommandRun(code, out.toString(), err.toString());
  }

  /** The last line, where {@code --json} puts the result. */
  String lastLine() {
    return out.strip().lines().reduce((before, last) -> last).orElse("");
  }
}
