package dev.switchback.host;

/** Where on a host a command runs. */
public enum Plane {
  /** The host itself. */
  HOST,
  /** Inside the own tenant's container, through {@code pct exec --keep-env 0}. */
  CONTAINER
}
