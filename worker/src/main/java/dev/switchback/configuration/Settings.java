package dev.switchback.configuration;

import java.nio.file.Path;

/**
 * What the process runs on.
 *
 * @param state folder for the trail, evidence, and the dev server's data
 * @param inventory path of {@code inventory.yaml}
 * @param server {@link #DEV}, {@link #EMBEDDED}, or {@code host:port} of a Temporal frontend
 * @param namespace the Temporal namespace
 */
public record Settings(Path state, Path inventory, String server, String namespace) {
  /** A real Temporal server on this machine, started by Switchback, with its data in a file. */
  public static final String DEV = "dev";

  /** The SDK's in-process test server: nothing survives the process. */
  public static final String EMBEDDED = "embedded";

  /** The trail's file. */
  public Path trail() {
    return state.resolve("trail.db");
  }

  /** The evidence's folder. */
  public Path evidence() {
    return state.resolve("evidence");
  }
}
