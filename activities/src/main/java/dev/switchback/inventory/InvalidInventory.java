package dev.switchback.inventory;

import dev.switchback.runbook.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** An inventory can't be used; all problems at once, in the file's order. */
public final class InvalidInventory extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  public InvalidInventory(List<Problem> problems) {
    super(problems.stream().sorted().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = problems.stream().sorted().toList();
  }

  public List<Problem> problems() {
    return problems;
  }
}
