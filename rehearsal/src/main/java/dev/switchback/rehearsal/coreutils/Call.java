package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.shell.Invocation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** One run of a tool: its command line, its streams, and the exit status so far. */
final class Call {
  /** Something done to files. */
  interface Act {
    void run() throws FileError;
  }

  /** Something learned from files. */
  interface Look<T> {
    T at() throws FileError;
  }

  private final Invocation invocation;
  private final Options options;
  private int status;

  Call(Invocation invocation, Options options) {
    this.invocation = invocation;
    this.options = options;
  }

  Invocation invocation() {
    return invocation;
  }

  Options options() {
    return options;
  }

  boolean has(char letter) {
    return options.has(letter);
  }

  List<String> operands() {
    return options.operands();
  }

  /** The operands, of which there must be one. */
  List<String> someOperands() throws Options.Wrong {
    if (operands().isEmpty()) {
      throw new Options.Wrong("missing operand");
    }
    return operands();
  }

  VirtualFiles files() {
    return invocation.machine().files();
  }

  /** An operand's absolute path. */
  String path(String operand) {
    if (operand.isEmpty() || operand.startsWith("/")) {
      return operand;
    }
    String directory = invocation.directory();
    return directory.endsWith("/") ? directory + operand : directory + "/" + operand;
  }

  void print(String text) throws IOException {
    invocation.print(text);
  }

  /** Prints a line of bytes, one per char. */
  void printBytes(String bytes) throws IOException {
    invocation.out().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  OutputStream out() {
    return invocation.out();
  }

  int status() {
    return status;
  }

  /** Complains, and ends with {@code number} later. */
  void fail(int number, String message) throws IOException {
    invocation.complain(message);
    status = Math.max(status, number);
  }

  void fail(String message) throws IOException {
    fail(1, message);
  }

  /** Acts, or complains of what the kernel says. @return whether it worked */
  boolean attempt(String what, Act act) throws IOException {
    try {
      act.run();
      return true;
    } catch (FileError refused) {
      fail(what + ": " + refused.text());
      return false;
    }
  }

  /** Looks, or complains of what the kernel says. */
  <T> Optional<T> look(int number, String what, Look<T> look) throws IOException {
    try {
      return Optional.of(look.at());
    } catch (FileError refused) {
      fail(number, what + ": " + refused.text());
      return Optional.empty();
    }
  }

  /** What is at an operand, a link not followed; empty if nothing is. */
  Optional<VirtualFiles.Status> lstat(String operand) {
    try {
      return Optional.of(files().lstat(path(operand)));
    } catch (FileError absent) {
      return Optional.empty();
    }
  }

  boolean isDirectory(String operand) {
    try {
      return files().stat(path(operand)).kind() == VirtualFiles.Kind.DIRECTORY;
    } catch (FileError absent) {
      return false;
    }
  }
}
