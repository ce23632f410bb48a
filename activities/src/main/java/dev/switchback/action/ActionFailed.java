package dev.switchback.action;

import dev.switchback.change.Resource;
import java.util.List;

/** An action did not come to its end. The host's state is whatever an observation now shows. */
public final class ActionFailed extends Exception {
  private static final long serialVersionUID = 1L;

  /** How bad it is. */
  public enum Severity {
    /** The state is known; the way back is open. */
    FAILED,
    /** A resource no longer answers; nothing may write to it again. */
    STUCK,
    /** Only a reboot of the host helps. */
    DEGRADED
  }

  private final Severity severity;
  private final transient List<Resource> resources;
  private final transient List<String> remedies;

  /**
   * @param message what failed, where, and the log line or errno that shows it
   * @param resources those that are stuck or degraded; empty for {@link Severity#FAILED}
   * @param remedies what an operator can do, the least risky first
   */
  public ActionFailed(
      Severity severity, String message, List<Resource> resources, List<String> remedies) {
    super(message);
    this.severity = severity;
    this.resources = List.copyOf(resources);
    this.remedies = List.copyOf(remedies);
  }

  public ActionFailed(String message) {
    this(Severity.FAILED, message, List.of(), List.of());
  }

  public Severity severity() {
    return severity;
  }

  public List<Resource> resources() {
    return resources;
  }

  public List<String> remedies() {
    return remedies;
  }
}
