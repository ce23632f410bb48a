package dev.switchback.rehearsal.programs;

import dev.switchback.rehearsal.shell.Invocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes what a command says. */
final class Texts {
  private Texts() {}

  static void error(Invocation call, String text) throws IOException {
    call.err().write(text.getBytes(StandardCharsets.UTF_8));
  }

  static int answer(Invocation call, int status, String output, String error) throws IOException {
    call.print(output);
    error(call, error);
    return status;
  }
}
