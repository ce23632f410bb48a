package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that does one thing to each of its operands, and complains of those that the kernel
 * refuses.
 */
final class FileProgram implements Program {
  /** What is done to one operand. */
  interface Deed {
    void on(Invocation call, Options options, String path) throws FileError, IOException;
  }

  /**
   * An argument list taken apart.
   *
   * @param flags every option letter given, long options as written
   * @param operands what is no option
   */
  record Options(String flags, List<String> operands) {
    boolean has(char flag) {
      return flags.indexOf(flag) >= 0;
    }

    static Options of(List<String> arguments) {
      StringBuilder flags = new StringBuilder();
      List<String> operands = new ArrayList<>();
      boolean optionsOver = false;
      for (String argument : arguments) {
        if (optionsOver || !argument.startsWith("-") || argument.equals("-")) {
          operands.add(argument);
        } else if (argument.equals("--")) {
          optionsOver = true;
        } else {
          flags.append(argument.substring(1));
        }
      }
      return new Options(flags.toString(), operands);
    }
  }

  private final String complaint;
  private final Deed deed;

  /**
   * @param complaint how GNU's program begins a complaint, {@code %s} for the operand
   */
  FileProgram(String complaint, Deed deed) {
    this.complaint = complaint;
    this.deed = deed;
  }

  @Override
  public int run(Invocation call) throws IOException {
    Options options = Options.of(call.arguments());
    int status = 0;
    for (String operand : options.operands()) {
      try {
        deed.on(call, options, absolute(call, operand));
      } catch (FileError e) {
        call.complain(String.format(complaint, operand) + ": " + e.text());
        status = 1;
      }
    }
    return status;
  }

  /** A path as seen from the working directory. */
  static String absolute(Invocation call, String path) {
    return path.startsWith("/") ? path : call.directory() + "/" + path;
  }
}
