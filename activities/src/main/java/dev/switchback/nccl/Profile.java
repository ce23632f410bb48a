package dev.switchback.nccl;

import dev.switchback.systemd.UnitFile;
import dev.switchback.systemd.UnitFile.Unplaceable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings that move together (NVIDIA/nccl, src/graph/paths.cc and docs; SGLang's server
 * arguments): NCCL's own, and the other users of peer copies.
 */
public enum Profile {
  /** Peer copies at any distance; NCCL's default level stops at one PCIe switch. */
  P2P_ON("p2p-on", "0", "SYS"),
  /** No peer copies by NCCL, and SGLang's own all-reduce off. */
  P2P_OFF("p2p-off", "1", "");

  /** Set to exactly 1 it keeps NCCL from peer copies; it wins over the level. */
  public static final String DISABLE = "NCCL_P2P_DISABLE";

  /** The longest distance over which NCCL uses peer copies. */
  public static final String LEVEL = "NCCL_P2P_LEVEL";

  private static final String NO_CUSTOM_ALL_REDUCE = "--disable-custom-all-reduce";

  private final String name;
  private final String disable;
  private final String level;

  Profile(String name, String disable, String level) {
    this.name = name;
    this.disable = disable;
    this.level = level;
  }

  /** The profile of a name in a runbook. */
  public static Profile named(String name) {
    return Arrays.stream(values())
        .filter(profile -> profile.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no NCCL profile '" + name + "'"));
  }

  /** The variables that it sets, and what to. */
  public Map<String, String> variables() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(DISABLE, disable);
    if (!level.isEmpty()) {
      variables.put(LEVEL, level);
    }
    return variables;
  }

  /** The unit file with this profile in it; every other byte stays. */
  UnitFile in(UnitFile unit) throws Unplaceable {
    UnitFile changed = unit;
    for (Map.Entry<String, String> variable : variables().entrySet()) {
      changed = changed.withEnvironment(variable.getKey(), variable.getValue());
    }
    return this == P2P_OFF
        ? changed.withArgument(NO_CUSTOM_ALL_REDUCE)
        : changed.withoutArgument(NO_CUSTOM_ALL_REDUCE);
  }
}
