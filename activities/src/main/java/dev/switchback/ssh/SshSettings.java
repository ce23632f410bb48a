package dev.switchback.ssh;

import java.time.Duration;

/**
 * Limits of connections and host jobs.
 *
 * @param connectTimeout longest time for TCP and for each answer until the login is done
 * @param keepAlive how often a silent line is probed; three probes without an answer end it
 * @param idle after this without a command a connection is closed
 * @param runDirectory where jobs and the lock live on a host
 * @param patience how long the poll of a job goes on trying a host that doesn't answer
 */
public record SshSettings(
    Duration connectTimeout,
    Duration keepAlive,
    Duration idle,
    String runDirectory,
    Duration patience) {
  /** 10 s, 10 s, 5 min, {@code /run/switchback}, 1 min. */
  public static SshSettings defaults() {
    return new SshSettings(
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        Duration.ofMinutes(5),
        "/run/switchback",
        Duration.ofMinutes(1));
  }

  /** The same with another run directory. */
  public SshSettings withRunDirectory(String path) {
    return new SshSettings(connectTimeout, keepAlive, idle, path, patience);
  }

  /** The same with another patience. */
  public SshSettings withPatience(Duration limit) {
    return new SshSettings(connectTimeout, keepAlive, idle, runDirectory, limit);
  }

  /** The same with another idle time. */
  public SshSettings withIdle(Duration limit) {
    return new SshSettings(connectTimeout, keepAlive, limit, runDirectory, patience);
  }
}
