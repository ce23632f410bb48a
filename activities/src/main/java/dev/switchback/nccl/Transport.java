package dev.switchback.nccl;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What NCCL moves data through between GPUs, by its own lines ({@code Channel 00/0 : 0[0] -> 1[1]
 * via P2P/IPC}).
 */
public enum Transport {
  P2P("P2P"),
  SHM("SHM"),
  NET("NET"),
  /** Different pairs use different ones. */
  MIXED("mixed"),
  /** No line says. */
  UNKNOWN("unknown");

  private final String label;

  Transport(String label) {
    this.label = label;
  }

  /** Its name in results. */
  public String label() {
    return label;
  }

  /** What the lines of a service's present start say: those since the last initialisation. */
  public static Transport of(List<String> log) {
    Set<Transport> seen = EnumSet.noneOf(Transport.class);
    for (String line : log) {
      if (line.contains("Init torch distributed begin")) {
        seen.clear();
      }
      if (line.contains("NCCL INFO Channel") && line.contains("] via ")) {
        seen.add(named(line.substring(line.indexOf("] via ") + "] via ".length())));
      }
    }
    seen.remove(UNKNOWN);
    if (seen.size() == 1) {
      return seen.iterator().next();
    }
    return seen.isEmpty() ? UNKNOWN : MIXED;
  }

  private static Transport named(String via) {
    if (via.startsWith("P2P/")) {
      return P2P;
    }
    if (via.startsWith("SHM/")) {
      return SHM;
    }
    return via.startsWith("NET/") ? NET : UNKNOWN;
  }
}
