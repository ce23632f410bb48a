package dev.switchback.catalogue;

/** Whether an action brings something to a wanted state, or only measures. */
public enum ActionKind {
  /** Observes, converges, and can be brought back: a state action. */
  STATE,
  /** Measures and leaves nothing behind: a probe. */
  PROBE
}
