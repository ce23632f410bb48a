package dev.switchback.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Did you mean: the fix of a message about a name that does not exist. */
public final class Suggestion {
  private static final int FARTHEST = 3;
  private static final int MOST = 12;

  private Suggestion() {}

  /** The nearest of the known names if one is near, else all of them (at most twelve). */
  public static String of(String name, Collection<String> known) {
    List<String> nearest =
        known.stream()
            .filter(other -> distance(name, other) <= Math.min(FARTHEST, name.length() / 2))
            .sorted(Comparator.comparingInt(other -> distance(name, other)))
            .toList();
    if (!nearest.isEmpty()) {
      return "did you mean '" + nearest.get(0) + "'?";
    }
    if (known.isEmpty()) {
      return "none is known here";
    }
    String all = String.join(", ", known.stream().limit(MOST).toList());
    return "use one of: " + all + (known.size() > MOST ? ", ..." : "");
  }

  /** Levenshtein's distance, in Unicode code units. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
