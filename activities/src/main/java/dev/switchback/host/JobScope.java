package dev.switchback.host;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Where the host jobs of one execution of one step live: {@code <attempt>/<step>/<execution>} below
 * the run directory. Jobs of the same scope and name are the same job.
 *
 * @param attempt the attempt's id
 * @param step the step's id
 * @param execution which execution of the step, for example {@code 1} or {@code undo-1}
 */
public record JobScope(String attempt, String step, String execution) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,100}");

  public JobScope {
    List.of(attempt, step, execution).forEach(JobScope::requireName);
  }

  /** The directory of a job below the run directory. */
  public String directory(String name) {
    requireName(name);
    return attempt + "/" + step + "/" + execution + "/" + name;
  }

  static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'" + name + "' can't name a directory on a host; use a-z, 0-9 and '-' only");
    }
  }
}
