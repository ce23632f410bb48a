package dev.switchback.ssh;

import dev.switchback.host.Command;
import dev.switchback.host.CommandResult;
import dev.switchback.host.ContactLost;
import dev.switchback.host.Errno;
import dev.switchback.host.FileRefused;
import dev.switchback.host.Host;
import dev.switchback.host.HostException;
import dev.switchback.host.HostScript;
import dev.switchback.host.JobResult;
import dev.switchback.host.JobResult.Ending;
import dev.switchback.host.Progress;
import dev.switchback.host.Unreachable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * One host job: started once, then polled. Within one call a lost answer never starts it twice: the
 * start is bound to the boot in which it was first tried, and to a directory that only one start
 * can make.
 */
final class SshJob {
  private static final HostScript START = HostScript.named("job-start");
  private static final HostScript RUN = HostScript.named("job-run");
  private static final HostScript POLL = HostScript.named("job-poll");
  private static final HostScript KILL = HostScript.named("job-kill");
  private static final HostScript OUTPUT = HostScript.named("job-output");
  private static final Duration SHORTEST_POLL = Duration.ofMillis(50);
  private static final Duration LONGEST_POLL = Duration.ofSeconds(2);

  /** How long a started job may take to write its process id. */
  private static final Duration START_GRACE = Duration.ofSeconds(15);

  /** How long a process may be gone before its exit status must be there. */
  private static final Duration STATUS_GRACE = Duration.ofSeconds(3);

  /** How long a signal may take to show. */
  private static final Duration KILL_GRACE = Duration.ofSeconds(5);

  private final Host host;
  private final String directory;
  private final Duration patience;
  private final Progress progress;

  SshJob(Host host, String directory, Duration patience, Progress progress) {
    this.host = host;
    this.directory = directory;
    this.patience = patience;
    this.progress = progress;
  }

  JobResult run(Command command, Duration deadline, boolean kill) {
    String boot = patiently(() -> text(Command.of("cat", "/proc/sys/kernel/random/boot_id")));
    String answer = patiently(() -> start(command, boot.strip()));
    if (answer.equals("rebooted")) {
      return new JobResult(Ending.VANISHED, noResult(), 0);
    }
    try {
      return await(command, deadline, kill);
    } catch (CancellationException e) {
      if (kill) {
        end(patiently(this::poll));
      }
      throw e;
    }
  }

  private String start(Command command, String boot) {
    byte[] stdin = command.stdin();
    List<String> args =
        new ArrayList<>(
            List.of(
                directory,
                UUID.randomUUID().toString(),
                boot,
                Integer.toString(stdin.length),
                RUN.text()));
    args.addAll(command.argv());
    String answer = text(START.command(args).withStdin(stdin)).strip();
    if (answer.equals("incomplete")) {
      throw new ContactLost(
          host.name(), host.name() + ": the job's input did not arrive whole; it was not started");
    }
    return answer;
  }

  private JobResult await(Command command, Duration deadline, boolean kill) {
    long from = System.nanoTime();
    long goneSince = -1;
    Duration pause = SHORTEST_POLL;
    while (true) {
      JobStatus status = patiently(this::poll);
      if (status.exitStatus().isPresent()) {
        return result(Ending.EXITED, status, command);
      }
      if (status.missing() || status.rebooted()) {
        return result(Ending.VANISHED, status, command);
      }
      if (!status.alive()) {
        goneSince = goneSince < 0 ? System.nanoTime() : goneSince;
        if (since(goneSince).compareTo(status.pid() == 0 ? START_GRACE : STATUS_GRACE) > 0) {
          return result(status.killed() ? Ending.DEADLINE : Ending.VANISHED, status, command);
        }
      } else {
        goneSince = -1;
      }
      Duration elapsed = longer(since(from), Duration.ofMillis(status.elapsedMillis()));
      if (elapsed.compareTo(deadline) >= 0) {
        return atDeadline(status, command, kill);
      }
      progress.report(say(status, elapsed));
      sleep(shorter(pause, deadline.minus(elapsed)));
      pause = shorter(pause.multipliedBy(2), LONGEST_POLL);
    }
  }

  private JobResult atDeadline(JobStatus status, Command command, boolean kill) {
    JobStatus last = kill ? end(status) : status;
    if (last.exitStatus().isPresent()) {
      return result(Ending.EXITED, last, command);
    }
    return result(last.uninterruptible() ? Ending.UNINTERRUPTIBLE : Ending.DEADLINE, last, command);
  }

  /** TERM, then KILL, to the whole process group. */
  private JobStatus end(JobStatus status) {
    JobStatus last = status;
    for (String signal : List.of("TERM", "KILL")) {
      if (last.exitStatus().isPresent() || !last.alive()) {
        return last;
      }
      String target = last.group() > 0 ? "-" + last.group() : Long.toString(last.pid());
      patiently(() -> host.run(KILL.command(List.of(directory, target, signal))));
      long from = System.nanoTime();
      do {
        sleep(SHORTEST_POLL);
        last = patiently(this::poll);
      } while (last.alive() && since(from).compareTo(KILL_GRACE) < 0);
    }
    return last;
  }

  private JobStatus poll() {
    return JobStatus.parse(text(POLL.command(List.of(directory))));
  }

  private JobResult result(Ending ending, JobStatus status, Command command) {
    int exit = ending == Ending.EXITED ? status.exitStatus().orElse(-1) : -1;
    if (status.missing()) {
      return new JobResult(ending, noResult(), 0);
    }
    int limit = command.outputLimit();
    Command fetch = OUTPUT.command(List.of(directory, Long.toString((long) limit + 1)));
    int room = limit == Integer.MAX_VALUE ? limit : limit + 1;
    CommandResult output =
        patiently(() -> host.run(new Command(fetch.argv(), new byte[0], fetch.deadline(), room)));
    byte[] out = output.stdout();
    byte[] err = output.stderr();
    boolean truncated = out.length > limit || err.length > limit;
    return new JobResult(
        ending, new CommandResult(exit, cut(out, limit), cut(err, limit), truncated), status.pid());
  }

  private static byte[] cut(byte[] bytes, int limit) {
    return bytes.length > limit ? Arrays.copyOf(bytes, limit) : bytes;
  }

  private static CommandResult noResult() {
    return new CommandResult(-1, new byte[0], new byte[0], false);
  }

  private String text(Command command) {
    CommandResult result = host.run(command);
    if (!result.succeeded()) {
      throw new FileRefused(directory, Errno.of(result.errorText()), result.errorText());
    }
    return result.text();
  }

  /** Tries again while the host does not answer; every question here may be asked twice. */
  private <T> T patiently(Supplier<T> question) {
    long from = System.nanoTime();
    while (true) {
      try {
        return question.get();
      } catch (ContactLost | Unreachable e) {
        giveUp(e, from);
        progress.report("no contact, trying again: " + e.getMessage());
        sleep(LONGEST_POLL);
      }
    }
  }

  private void giveUp(HostException e, long from) {
    if (Thread.currentThread().isInterrupted() || since(from).compareTo(patience) >= 0) {
      throw e;
    }
  }

  private String say(JobStatus status, Duration elapsed) {
    String job = directory.substring(directory.lastIndexOf('/') + 1);
    String state = status.uninterruptible() ? ", in uninterruptible sleep" : "";
    return "%s: running for %d s%s".formatted(job, elapsed.toSeconds(), state);
  }

  private void sleep(Duration pause) {
    try {
      Thread.sleep(Math.max(1, pause.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ContactLost(
          host.name(), host.name() + ": the wait for a job was interrupted; it goes on there", e);
    }
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }
}
