package dev.switchback.execution;

import dev.switchback.text.Suggestion;
import java.util.Collection;

/**
 * An order names an action that this worker's catalogue lacks: it was planned by another version.
 */
public final class UnknownAction extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnknownAction(String name, Collection<String> known) {
    super("this worker has no action '" + name + "'; " + Suggestion.of(name, known));
  }
}
