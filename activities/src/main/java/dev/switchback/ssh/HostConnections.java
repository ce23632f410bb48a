package dev.switchback.ssh;

import dev.switchback.host.CommandResult;
import dev.switchback.host.ContactLost;
import dev.switchback.host.Host;
import dev.switchback.host.HostConnector;
import dev.switchback.host.JobScope;
import dev.switchback.host.Plane;
import dev.switchback.host.Unreachable;
import dev.switchback.inventory.Inventory;
import dev.switchback.inventory.Inventory.HostEntry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The inventory's hosts over SSH: one connection a host, made on demand, used by all, replaced when
 * it is dead, closed when nobody has used it for a while.
 */
public final class HostConnections implements HostConnector, AutoCloseable {
  private static final int SWEEPS_PER_IDLE_TIME = 4;

  private final Inventory inventory;
  private final SshSettings settings;
  private final Map<String, Line> lines = new ConcurrentHashMap<>();
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(HostConnections::daemon);

  public HostConnections(Inventory inventory, SshSettings settings) {
    this.inventory = inventory;
    this.settings = settings;
    long period = Math.max(1, settings.idle().toMillis() / SWEEPS_PER_IDLE_TIME);
    var unused = sweeper.scheduleWithFixedDelay(this::sweep, period, period, TimeUnit.MILLISECONDS);
  }

  @Override
  public Host open(String hostName, JobScope scope) {
    HostEntry entry = entry(hostName);
    return new SshHost(entry, line(entry), settings, scope, Plane.HOST);
  }

  @Override
  public String hostKey(String hostName) {
    return line(entry(hostName)).live().hostKey();
  }

  /** How many connections are open; for metrics. */
  public int openConnections() {
    return (int) lines.values().stream().filter(Line::connected).count();
  }

  /** Closes every connection; a command under way ends in {@link ContactLost}. */
  @Override
  public void close() {
    sweeper.shutdownNow();
    lines.values().forEach(Line::close);
  }

  private HostEntry entry(String hostName) {
    HostEntry entry = inventory.hosts().get(hostName);
    if (entry == null) {
      throw new IllegalArgumentException(
          "the inventory has no host '" + hostName + "'; it has " + inventory.hosts().keySet());
    }
    return entry;
  }

  private Line line(HostEntry entry) {
    return lines.computeIfAbsent(entry.name(), name -> new Line(name, entry, settings));
  }

  private void sweep() {
    lines.values().forEach(Line::closeIfIdle);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "idle-connections");
    thread.setDaemon(true);
    return thread;
  }

  /** The way to one host, whichever connection it is at the moment. */
  static final class Line {
    private final String host;
    private final SshLogin login;
    private final Duration idle;
    private @Nullable SshConnection current;
    private boolean closed;

    Line(String host, HostEntry entry, SshSettings settings) {
      this.host = host;
      this.login = new SshLogin(entry, settings);
      this.idle = settings.idle();
    }

    CommandResult exec(String line, byte[] stdin, Duration deadline, int limit) {
      try {
        return tryExec(line, stdin, deadline, limit);
      } catch (SessionGone first) {
        try {
          return tryExec(line, stdin, deadline, limit);
        } catch (SessionGone second) {
          throw new Unreachable(host, host + ": two connections in a row died at once", second);
        }
      }
    }

    private CommandResult tryExec(String line, byte[] stdin, Duration deadline, int limit)
        throws SessionGone {
      SshConnection connection = borrow();
      try {
        return connection.exec(line, stdin, deadline, limit);
      } catch (SessionGone | ContactLost e) {
        retire(connection);
        throw e;
      } finally {
        connection.release();
      }
    }

    private synchronized SshConnection borrow() {
      SshConnection connection = live();
      connection.use();
      return connection;
    }

    synchronized SshConnection live() {
      if (closed) {
        throw new Unreachable(host, host + ": this worker is shutting down");
      }
      SshConnection connection = current;
      if (connection == null || !connection.alive()) {
        connection = login.connect();
        current = connection;
      }
      return connection;
    }

    private synchronized void retire(SshConnection connection) {
      if (connection == current) {
        current = null;
      }
      connection.retire();
    }

    synchronized boolean connected() {
      return current != null && current.alive();
    }

    synchronized void closeIfIdle() {
      if (current != null && current.unusedFor(idle)) {
        current.close();
        current = null;
      }
    }

    void close() {
      SshConnection last;
      synchronized (this) {
        closed = true;
        last = current;
        current = null;
      }
      if (last != null) {
        last.close();
      }
    }
  }
}
