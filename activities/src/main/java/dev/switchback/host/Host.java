package dev.switchback.host;

import java.time.Duration;

/**
 * A host of the inventory, as an action sees it, on one {@link Plane}. Every method may throw
 * {@link HostException}.
 *
 * <p>Not thread-safe: one step works with it at a time.
 */
public interface Host {
  /** The host's name in the inventory. */
  String name();

  Plane plane();

  /** The same host on another plane, over the same connection. */
  Host on(Plane plane);

  /**
   * Runs a short command and waits for it. Environment: {@code LC_ALL=C}, nothing of the worker's.
   */
  CommandResult run(Command command);

  /** Files on this plane. */
  HostFiles files();

  /**
   * Runs a command that may take longer than a few seconds, or hang, as a host job: started once
   * under {@code /run/switchback/<attempt>/<step>/<name>}, in its own session, then polled. A
   * repeat with the same name attaches to the job that was started, or reads its result, instead of
   * starting another.
   *
   * @param name unique within the step's execution
   * @param deadline after this the job is reported as {@link JobResult.Ending#DEADLINE}; it is left
   *     running unless {@code kill} is set
   * @param kill whether to kill the job's process group at the deadline
   * @param progress told about every poll
   */
  JobResult job(String name, Command command, Duration deadline, boolean kill, Progress progress);
}
