package dev.switchback.runbook;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A runbook, or the parameters given to it, can't be used; all problems at once, in the file's
 * order.
 */
public final class InvalidRunbook extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  public InvalidRunbook(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  public List<Problem> problems() {
    return problems;
  }
}
