package dev.switchback.systemd;

import dev.switchback.action.ActionFailed;
import dev.switchback.host.Command;
import dev.switchback.host.CommandResult;
import dev.switchback.host.Host;
import dev.switchback.host.JobResult;
import dev.switchback.host.Progress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One unit on one plane, through systemctl (man systemctl, systemd.unit). */
public final class Unit {
  /**
   * Where a link to /dev/null masks a unit until the next boot. {@code systemctl mask --runtime}
   * does not: it writes to /run/systemd/system, which a unit file in /etc/systemd/system outranks
   * (man systemd.unit, unit load path).
   */
  private static final String MASKS = "/run/systemd/transient/";

  private static final String NOWHERE = "/dev/null";
  private static final Duration STOP_LIMIT = Duration.ofMinutes(2);
  private static final Duration SETTLE_PAUSE = Duration.ofMillis(300);
  private static final int SETTLE_LOOKS = 200;

  private final Host plane;
  private final String name;

  /**
   * @param plane the host on the plane where the unit is
   */
  public Unit(Host plane, String name) {
    this.plane = plane;
    this.name = name;
  }

  /** The unit's state, once it is neither starting nor stopping. */
  public UnitState state() {
    Map<String, String> shown = settled();
    String load = shown.getOrDefault("LoadState", "");
    return new UnitState(
        load.equals("loaded") || load.equals("masked"),
        shown.getOrDefault("ActiveState", "").equals("active"),
        load.equals("masked"));
  }

  /** Properties as {@code systemctl show} prints them, by name. */
  public Map<String, String> show(String... properties) {
    CommandResult shown =
        plane.run(
            Command.of(
                "systemctl", "show", name, "-p", String.join(",", properties), "--no-pager"));
    if (!shown.succeeded()) {
      throw new IllegalStateException("systemctl show " + name + ": " + shown.errorText());
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : shown.text().split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        values.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return values;
  }

  private Map<String, String> settled() {
    Map<String, String> shown = show("LoadState", "ActiveState", "SubState");
    for (int look = 0; look < SETTLE_LOOKS && isMoving(shown); look++) {
      pause();
      shown = show("LoadState", "ActiveState", "SubState");
    }
    return shown;
  }

  private static boolean isMoving(Map<String, String> shown) {
    return List.of("activating", "deactivating", "reloading")
            .contains(shown.getOrDefault("ActiveState", ""))
        && !shown.getOrDefault("SubState", "").equals("auto-restart");
  }

  /** Starts it, unless it runs. */
  public void start(Progress progress) throws ActionFailed {
    change("start", true, progress);
  }

  /** Stops it, unless it does not run. */
  public void stop(Progress progress) throws ActionFailed {
    change("stop", false, progress);
  }

  private void change(String verb, boolean active, Progress progress) throws ActionFailed {
    if (state().active() == active) {
      return;
    }
    progress.report("systemctl " + verb + " " + name);
    JobResult done =
        plane.job(verb, Command.of("systemctl", verb, name), STOP_LIMIT, false, progress);
    if (state().active() != active) {
      String words = done.result().errorText();
      throw new ActionFailed(
          name
              + " did not "
              + verb
              + ": "
              + (words.isEmpty() ? show("ActiveState", "Result").toString() : words)
              + "; last lines of its journal: "
              + String.join(" | ", journal(5)));
    }
  }

  /** The last lines of its journal. */
  public List<String> journal(int lines) {
    return plane
        .run(
            Command.of(
                "journalctl", "-u", name, "-n", String.valueOf(lines), "-o", "cat", "--no-pager"))
        .text()
        .lines()
        .toList();
  }

  /** Masks it until the next boot, unless it is masked. */
  public void mask() throws ActionFailed {
    if (plane.files().readLink(MASKS + name).isEmpty()) {
      require(Command.of("mkdir", "-p", MASKS));
      require(Command.of("ln", "-s", NOWHERE, MASKS + name));
      reload();
    }
  }

  /** Takes back what {@link #mask} did; another mask stays. */
  public void unmask() throws ActionFailed {
    if (plane.files().readLink(MASKS + name).filter(NOWHERE::equals).isPresent()) {
      require(Command.of("rm", "-f", MASKS + name));
      reload();
    }
  }

  /** Has systemd read unit files again. */
  public void reload() throws ActionFailed {
    require(Command.of("systemctl", "daemon-reload").within(STOP_LIMIT));
  }

  private void require(Command command) throws ActionFailed {
    CommandResult result = plane.run(command);
    if (!result.succeeded()) {
      throw new ActionFailed(String.join(" ", command.argv()) + ": " + result.errorText());
    }
  }

  private static void pause() {
    try {
      Thread.sleep(SETTLE_PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new java.util.concurrent.CancellationException("interrupted while a unit settles");
    }
  }
}
