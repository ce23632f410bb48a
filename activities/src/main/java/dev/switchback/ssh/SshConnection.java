package dev.switchback.ssh;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import dev.switchback.host.CommandResult;
import dev.switchback.host.ContactLost;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One live connection to a host. Thread-safe: each command has its own channel. */
final class SshConnection {
  /** Numbers of the signals that RFC 4254, 6.10, names. */
  private static final Map<String, Integer> SIGNALS =
      Map.ofEntries(
          Map.entry("HUP", 1),
          Map.entry("INT", 2),
          Map.entry("QUIT", 3),
          Map.entry("ILL", 4),
          Map.entry("ABRT", 6),
          Map.entry("FPE", 8),
          Map.entry("KILL", 9),
          Map.entry("USR1", 10),
          Map.entry("SEGV", 11),
          Map.entry("USR2", 12),
          Map.entry("PIPE", 13),
          Map.entry("ALRM", 14),
          Map.entry("TERM", 15));

  private static final long SHORTEST_WAIT_MILLIS = 1;
  private static final long LONGEST_WAIT_MILLIS = 20;

  private final String host;
  private final Session session;
  private final String hostKey;
  private int users;
  private boolean retired;
  private long unusedSince = System.nanoTime();

  SshConnection(String host, Session session, String hostKey) {
    this.host = host;
    this.session = session;
    this.hostKey = hostKey;
  }

  String hostKey() {
    return hostKey;
  }

  boolean alive() {
    return session.isConnected();
  }

  /** Announces a use; the connection is not closed before {@link #release}. */
  synchronized void use() {
    users++;
  }

  synchronized void release() {
    users--;
    unusedSince = System.nanoTime();
    closeIfDone();
  }

  /** Closes it as soon as nobody uses it any more. */
  synchronized void retire() {
    retired = true;
    closeIfDone();
  }

  synchronized boolean unusedFor(Duration limit) {
    return users == 0 && System.nanoTime() - unusedSince >= limit.toNanos();
  }

  void close() {
    session.disconnect();
  }

  private void closeIfDone() {
    if (retired && users == 0) {
      close();
    }
  }

  /**
   * Runs one line in the login shell.
   *
   * @throws SessionGone if the connection was dead before anything was sent
   * @throws ContactLost if no exit status came, for whatever reason
   */
  CommandResult exec(String line, byte[] stdin, Duration deadline, int limit) throws SessionGone {
    long end = System.nanoTime() + deadline.toNanos();
    ChannelExec channel = open();
    try {
      CappedOutput out = new CappedOutput(limit);
      CappedOutput err = new CappedOutput(limit);
      channel.setCommand(line.getBytes(StandardCharsets.UTF_8));
      channel.setInputStream(new ByteArrayInputStream(stdin));
      channel.setOutputStream(out);
      channel.setErrStream(err);
      channel.connect(Math.toIntExact(Math.min(deadline.toMillis(), Integer.MAX_VALUE)));
      awaitEnd(channel, end, deadline);
      return new CommandResult(
          exitStatus(channel), out.bytes(), err.bytes(), out.truncated() || err.truncated());
    } catch (JSchException e) {
      throw lost("the line dropped while a command was sent (" + e.getMessage() + ")", e);
    } finally {
      channel.disconnect();
    }
  }

  private ChannelExec open() throws SessionGone {
    try {
      return (ChannelExec) session.openChannel("exec");
    } catch (JSchException e) {
      throw new SessionGone(e);
    }
  }

  private void awaitEnd(ChannelExec channel, long end, Duration deadline) {
    long wait = SHORTEST_WAIT_MILLIS;
    while (!channel.isClosed()) {
      if (System.nanoTime() >= end) {
        throw lost("no answer within " + deadline.toMillis() + " ms", null);
      }
      try {
        Thread.sleep(wait);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw lost("the wait for an answer was interrupted", e);
      }
      wait = Math.min(2 * wait, LONGEST_WAIT_MILLIS);
    }
  }

  private int exitStatus(ChannelExec channel) {
    int status = channel.getExitStatus();
    if (status >= 0) {
      return status;
    }
    String signal = channel.getExitSignal();
    if (signal == null || signal.isEmpty()) {
      throw lost("the line dropped before an exit status came", null);
    }
    return 128 + SIGNALS.getOrDefault(signal, 0);
  }

  private ContactLost lost(String what, @Nullable Throwable cause) {
    String message = host + ": " + what + "; what the host did is not known, look before you retry";
    return cause == null ? new ContactLost(host, message) : new ContactLost(host, message, cause);
  }
}
