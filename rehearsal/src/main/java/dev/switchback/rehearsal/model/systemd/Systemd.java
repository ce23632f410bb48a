package dev.switchback.rehearsal.model.systemd;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** systemd's manager on one plane: loads units, starts and stops them, shows them. Thread-safe. */
public final class Systemd {

  /** How systemd sees the plane's files. */
  public interface Files {
    /** Returns a file's text, links followed; empty when there is none. */
    Optional<String> read(String path);

    /** Returns names in a directory, sorted; empty when there is none. */
    List<String> list(String directory);

    /** Tells whether the path is a link to {@code /dev/null}. */
    boolean linksToNull(String path);

    /** Makes a link to {@code /dev/null}, folders included. */
    void linkToNull(String path);

    /** Removes a file; nothing happens when there is none. */
    void remove(String path);
  }

  /**
   * A line of a unit's journal.
   *
   * @param sequence counts from 1 over all units
   * @param at when
   * @param unit whose
   * @param message what
   */
  public record JournalLine(long sequence, Instant at, String unit, String message) {}

  /**
   * What systemctl answered.
   *
   * @param status exit status
   * @param output standard output
   * @param error standard error
   */
  public record Answer(int status, String output, String error) {}

  private static final class Unit {
    private String fragment = "";
    private List<String> dropIns = List.of();
    private List<String> texts = List.of();
    private UnitFile loaded = new UnitFile(List.of());
    private String active = "inactive";
    private String sub = "dead";
    private String result = "success";
    private int mainPid;
    private int starts;
  }

  /** Where systemd looks for a unit's fragment, first hit wins (systemd.unit(5)). */
  private static final List<String> SEARCH_PATH =
      List.of(
          "/run/systemd/system.control/",
          "/run/systemd/transient/",
          "/etc/systemd/system/",
          "/run/systemd/system/",
          "/usr/lib/systemd/system/");

  private static final Answer DONE = new Answer(0, "", "");

  private final Files files;
  private final Clock clock;
  private final Map<String, Unit> units = new TreeMap<>();
  private final Map<String, ServiceProcess> processes = new TreeMap<>();
  private final List<JournalLine> journal = new ArrayList<>();

  /** A manager over {@code files}. */
  public Systemd(Files files, Clock clock) {
    this.files = files;
    this.clock = clock;
  }

  /** Says what a unit's processes do. */
  public synchronized void runs(String unit, ServiceProcess process) {
    processes.put(unit, process);
  }

  /** Appends to a unit's journal. */
  public synchronized void journal(String unit, String message) {
    journal.add(new JournalLine(journal.size() + 1L, clock.instant(), unit, message));
  }

  /** Returns a unit's journal after the line numbered {@code sequence}. */
  public synchronized List<JournalLine> journalOf(String unit, long sequence) {
    return journal.stream()
        .filter(line -> line.unit().equals(unit) && line.sequence() > sequence)
        .toList();
  }

  /** Runs {@code systemctl daemon-reload}. */
  public synchronized Answer reload() {
    units.forEach(this::load);
    return DONE;
  }

  private Unit unit(String name) {
    return units.computeIfAbsent(
        name,
        key -> {
          Unit unit = new Unit();
          load(key, unit);
          return unit;
        });
  }

  private void load(String name, Unit unit) {
    unit.fragment = fragment(name);
    unit.dropIns = dropIns(name);
    unit.texts = texts(unit.fragment, unit.dropIns);
    unit.loaded = UnitFile.parse(unit.texts);
  }

  private String fragment(String name) {
    for (String folder : SEARCH_PATH) {
      String path = folder + name;
      if (files.linksToNull(path) || files.read(path).isPresent()) {
        return path;
      }
    }
    return "";
  }

  private List<String> dropIns(String name) {
    String folder = "/etc/systemd/system/" + name + ".d";
    return files.list(folder).stream()
        .filter(file -> file.endsWith(".conf"))
        .map(file -> folder + "/" + file)
        .toList();
  }

  private List<String> texts(String fragment, List<String> dropIns) {
    List<String> paths = new ArrayList<>();
    if (!fragment.isEmpty()) {
      paths.add(fragment);
    }
    paths.addAll(dropIns);
    return paths.stream().map(path -> files.read(path).orElse("")).toList();
  }

  private boolean stale(String name, Unit unit) {
    return !unit.texts.equals(texts(fragment(name), dropIns(name)));
  }

  /** Runs {@code systemctl start}. */
  public synchronized Answer start(String name) {
    Unit unit = unit(name);
    if (masked(unit)) {
      return new Answer(1, "", "Failed to start " + name + ": Unit " + name + " is masked.\n");
    }
    if (unit.fragment.isEmpty()) {
      return new Answer(5, "", "Failed to start " + name + ": Unit " + name + " not found.\n");
    }
    if (unit.active.equals("active")) {
      return warned(name, unit);
    }
    journal(name, "Started " + name + ".");
    unit.starts++;
    unit.active = "active";
    unit.sub = "running";
    unit.result = "success";
    ServiceProcess process = processes.get(name);
    unit.mainPid = process == null ? 1000 + name.length() : process.start(unit.loaded);
    if (unit.mainPid == 0) {
      died(name, unit);
    }
    return warned(name, unit);
  }

  private Answer warned(String name, Unit unit) {
    return stale(name, unit)
        ? new Answer(
            0,
            "",
            "Warning: The unit file, source configuration file or drop-ins of "
                + name
                + " changed on disk. Run 'systemctl daemon-reload' to reload units.\n")
        : DONE;
  }

  /** Tells systemd that a unit's main process ended with an error. */
  public synchronized void mainProcessDied(String name) {
    died(name, unit(name));
  }

  private void died(String name, Unit unit) {
    journal(name, name + ": Main process exited, code=exited, status=1/FAILURE");
    journal(name, name + ": Failed with result 'exit-code'.");
    boolean again = !unit.loaded.last("Service", "Restart").isEmpty();
    unit.active = again ? "activating" : "failed";
    unit.sub = again ? "auto-restart" : "failed";
    unit.result = "exit-code";
    unit.mainPid = 0;
  }

  /** Runs {@code systemctl stop}. */
  public synchronized Answer stop(String name) {
    Unit unit = unit(name);
    if (unit.fragment.isEmpty()) {
      return new Answer(5, "", "Failed to stop " + name + ": Unit " + name + " not loaded.\n");
    }
    if (!unit.active.equals("inactive")) {
      ServiceProcess process = processes.get(name);
      if (process != null) {
        process.stop();
      }
      journal(name, "Stopped " + name + ".");
    }
    unit.active = "inactive";
    unit.sub = "dead";
    unit.result = "success";
    unit.mainPid = 0;
    return DONE;
  }

  /** Runs {@code systemctl restart}. */
  public synchronized Answer restart(String name) {
    if (masked(unit(name))) {
      return new Answer(1, "", "Failed to restart " + name + ": Unit " + name + " is masked.\n");
    }
    if (!unit(name).fragment.isEmpty()) {
      stop(name);
    }
    return start(name);
  }

  /** Returns how often a unit was started since the boot. */
  public synchronized int starts(String name) {
    return unit(name).starts;
  }

  private boolean masked(Unit unit) {
    return files.linksToNull(unit.fragment);
  }

  /**
   * Runs {@code systemctl mask --runtime} or {@code unmask --runtime}. The mask lies in
   * /run/systemd/system, so a fragment in /etc/systemd/system wins over it (systemd issue 10583).
   */
  public synchronized Answer mask(String name, boolean mask) {
    return mask(mask, "/run/systemd/system/" + name);
  }

  /**
   * Runs {@code systemctl mask} or {@code unmask}: refused for a unit whose file lies in
   * /etc/systemd/system itself.
   */
  public synchronized Answer maskForGood(String name, boolean mask) {
    String path = "/etc/systemd/system/" + name;
    if (mask && files.read(path).isPresent()) {
      return new Answer(1, "", "Failed to mask unit: File " + path + " already exists.\n");
    }
    return mask(mask, path);
  }

  private Answer mask(boolean mask, String path) {
    boolean was = files.linksToNull(path);
    if (mask) {
      files.linkToNull(path);
    } else if (was) {
      files.remove(path);
    }
    reload();
    if (was == mask) {
      return DONE;
    }
    return new Answer(
        0,
        "",
        mask ? "Created symlink " + path + " \u2192 /dev/null.\n" : "Removed \"" + path + "\".\n");
  }

  /** Returns a unit's state, as {@code systemctl is-active} prints it. */
  public synchronized String activeState(String name) {
    return unit(name).active;
  }

  /** Returns the names of units that were asked for so far. */
  public synchronized List<String> known() {
    return List.copyOf(units.keySet());
  }

  /** Returns a unit's properties, as {@code systemctl show} names them. */
  public synchronized Map<String, String> show(String name) {
    Unit unit = unit(name);
    boolean isMasked = masked(unit);
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("Id", name);
    properties.put("LoadState", loadState(unit, isMasked));
    properties.put("ActiveState", unit.active);
    properties.put("SubState", unit.sub);
    properties.put("Result", unit.result);
    properties.put("MainPID", Integer.toString(unit.mainPid));
    properties.put("UnitFileState", unitFileState(unit, isMasked));
    properties.put("FragmentPath", unit.fragment);
    properties.put("DropInPaths", String.join(" ", unit.dropIns));
    properties.put("NeedDaemonReload", stale(name, unit) ? "yes" : "no");
    properties.put("Environment", environment(unit.loaded));
    properties.put("EnvironmentFiles", "");
    properties.put("ExecStart", execStart(unit.loaded));
    properties.put("WorkingDirectory", unit.loaded.last("Service", "WorkingDirectory"));
    properties.put("User", unit.loaded.last("Service", "User"));
    properties.put("NRestarts", "0");
    return properties;
  }

  private static String loadState(Unit unit, boolean isMasked) {
    if (isMasked) {
      return "masked";
    }
    return unit.fragment.isEmpty() ? "not-found" : "loaded";
  }

  private static String unitFileState(Unit unit, boolean isMasked) {
    if (isMasked) {
      return unit.fragment.startsWith("/run/") ? "masked-runtime" : "masked";
    }
    return unit.fragment.isEmpty() ? "" : "enabled";
  }

  private static String environment(UnitFile loaded) {
    List<String> words = new ArrayList<>();
    loaded
        .environment()
        .forEach(
            (key, value) -> {
              String word = key + "=" + value;
              words.add(word.indexOf(' ') < 0 ? word : "\"" + word + "\"");
            });
    return String.join(" ", words);
  }

  private static String execStart(UnitFile loaded) {
    List<String> argv = UnitFile.words(loaded.last("Service", "ExecStart"));
    if (argv.isEmpty()) {
      return "";
    }
    return "{ path=%s ; argv[]=%s ; ignore_errors=no ; start_time=[n/a] ; stop_time=[n/a] ; pid=0 ; code=(null) ; status=0/0 }"
        .formatted(argv.get(0), String.join(" ", argv));
  }

  /** Ends all units, as a shutdown does, and forgets them. */
  public synchronized void shutdown() {
    List.copyOf(units.keySet()).forEach(this::stop);
    units.clear();
  }
}
