package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.util.Map;

/**
 * A program with GNU's command line conventions.
 *
 * @param letters option letters, see {@link Options}
 * @param words long options
 * @param wrong exit status of a command line that it does not know
 * @param body what it does
 */
record Tool(String letters, Map<String, Character> words, int wrong, Body body) implements Program {
  /** What a program does with a command line that it knows. */
  interface Body {
    int run(Call call) throws IOException, InterruptedException, Options.Wrong;
  }

  static Tool of(String letters, Body body) {
    return new Tool(letters, Map.of(), 1, body);
  }

  static Tool of(String letters, Map<String, Character> words, Body body) {
    return new Tool(letters, words, 1, body);
  }

  @Override
  public int run(Invocation invocation) throws IOException, InterruptedException {
    try {
      return body.run(new Call(invocation, new Options(letters, words, invocation.arguments())));
    } catch (Options.Wrong unknown) {
      String name = invocation.argv().get(0);
      name = name.substring(name.lastIndexOf('/') + 1);
      invocation.complain(
          unknown.getMessage() + "\nTry '" + name + " --help' for more information.");
      return wrong;
    }
  }
}
