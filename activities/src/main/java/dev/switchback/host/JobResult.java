package dev.switchback.host;

/**
 * What is known of a host job.
 *
 * @param ending how it ended
 * @param result exit status and output so far; exit status -1 unless {@link Ending#EXITED}
 * @param pid the process id of the job's leader on the host; 0 if not known
 */
public record JobResult(Ending ending, CommandResult result, long pid) {
  /** How a job ended. */
  public enum Ending {
    /** It ended by itself and its exit status is known. */
    EXITED,
    /** It did not end in time; killed if that was asked for and worked. */
    DEADLINE,
    /** It did not end in time and is in uninterruptible sleep (state D): it can't be killed. */
    UNINTERRUPTIBLE,
    /**
     * Its process is gone without an exit status: killed by someone, or the host has rebooted
     * since.
     */
    VANISHED
  }
}
