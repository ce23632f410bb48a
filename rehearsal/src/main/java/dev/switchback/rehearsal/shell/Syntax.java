package dev.switchback.rehearsal.shell;

import java.util.List;
import java.util.Optional;

/** What a script consists of, after POSIX.1-2017 XCU 2.10. Text carries one byte per char. */
final class Syntax {
  private Syntax() {}

  /** A command of any kind. */
  sealed interface Command
      permits Simple, Pipeline, AndOr, Sequence, Background, If, Loop, For, Case, Group, Function {}

  record Simple(int line, List<Assignment> assignments, List<Word> words, List<Redirection> to)
      implements Command {}

  record Assignment(String name, Word value) {}

  record Pipeline(boolean inverted, List<Command> stages) implements Command {}

  record AndOr(Command left, boolean and, Command right) implements Command {}

  record Sequence(List<Command> commands) implements Command {}

  record Background(Command body) implements Command {}

  record If(Command condition, Command then, Optional<Command> otherwise) implements Command {}

  record Loop(boolean until, Command condition, Command body) implements Command {}

  /** {@code for}; no words means the positional parameters. */
  record For(String name, Optional<List<Word>> words, Command body) implements Command {}

  record Case(Word subject, List<Branch> branches) implements Command {}

  record Branch(List<Word> patterns, Command body) {}

  /** A compound command with redirections, or in a subshell. */
  record Group(int line, boolean subshell, Command body, List<Redirection> to) implements Command {}

  record Function(String name, Command body) implements Command {}

  /**
   * A redirection.
   *
   * @param operator {@code < > >> >| <> <& >&} or {@code <<} for a here-document
   */
  record Redirection(int descriptor, String operator, Word target) {}

  record Word(List<Part> parts) {}

  /** A piece of a word. */
  sealed interface Part permits Literal, Parameter, Substitution, Arithmetic {}

  record Literal(String text, boolean quoted) implements Part {}

  /** {@code ${name operator word}}; the operator is empty for a plain one, {@code #} for length. */
  record Parameter(String name, String operator, Word word, boolean quoted) implements Part {}

  record Substitution(Command body, boolean quoted) implements Part {}

  record Arithmetic(Word expression, boolean quoted) implements Part {}

  /** A script that does not parse. */
  static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int line;

    Malformed(int line, String message) {
      super(message);
      this.line = line;
    }

    int line() {
      return line;
    }
  }
}
