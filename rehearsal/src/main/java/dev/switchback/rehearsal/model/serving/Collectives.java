package dev.switchback.rehearsal.model.serving;

import java.util.Map;

/**
 * Which way NCCL sends data between the service's GPUs. They sit on one NUMA node behind separate
 * root ports (topology NODE, NCCL's PHB), above NCCL's default limit PXB: without a level of PHB or
 * more it takes shared memory, P2P allowed or not (DOMAIN D6).
 */
public enum Collectives {
  P2P("P2P/IPC", 1940.0),
  SHM("SHM/direct/direct", 1480.0);

  private final String logName;
  private final double tokensPerSecond;

  Collectives(String logName, double tokensPerSecond) {
    this.logName = logName;
    this.tokensPerSecond = tokensPerSecond;
  }

  /** Returns the transport as NCCL's log names it. */
  public String logName() {
    return logName;
  }

  /** Returns the output throughput that the service reaches, tokens per second. */
  public double tokensPerSecond() {
    return tokensPerSecond;
  }

  /** Chooses by the environment, as NCCL 2.28 does. */
  public static Collectives chosen(Map<String, String> environment) {
    if (strtol(environment.getOrDefault("NCCL_P2P_DISABLE", "0")) == 1) {
      return SHM;
    }
    return switch (environment.getOrDefault("NCCL_P2P_LEVEL", "PXB")) {
      case "PHB", "SYS", "5", "6", "7", "8", "9" -> P2P;
      default -> SHM;
    };
  }

  private static long strtol(String text) {
    int end = 0;
    String trimmed = text.stripLeading();
    while (end < trimmed.length() && Character.isDigit(trimmed.charAt(end))) {
      end++;
    }
    return end == 0 || end > 9 ? 0 : Long.parseLong(trimmed.substring(0, end));
  }
}
