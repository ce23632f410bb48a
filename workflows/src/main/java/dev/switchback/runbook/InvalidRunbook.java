package dev.switchback.runbook;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A runbook, or the parameters given to it, can't be used; all problems at once, in the file's
 * order; of more than 100, the first 100 and how many more there are.
 */
public final class InvalidRunbook extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int MOST = 100;

  private final transient List<Problem> problems;

  public InvalidRunbook(List<Problem> problems) {
    super(first(problems).stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = first(problems);
  }

  /** A message travels in a workflow's result, which has a limit. */
  private static List<Problem> first(List<Problem> problems) {
    if (problems.size() <= MOST) {
      return List.copyOf(problems);
    }
    Problem next = problems.get(MOST);
    List<Problem> first = new ArrayList<>(problems.subList(0, MOST));
    first.add(
        new Problem(
            next.file(),
            next.line(),
            next.column(),
            "and " + (problems.size() - MOST) + " more problems from here on",
            "repair the ones above first"));
    return List.copyOf(first);
  }

  public List<Problem> problems() {
    return problems;
  }
}
