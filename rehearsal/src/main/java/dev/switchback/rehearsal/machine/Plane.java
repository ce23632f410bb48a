package dev.switchback.rehearsal.machine;

import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.shell.Machine;
import dev.switchback.rehearsal.shell.Processes;
import dev.switchback.rehearsal.shell.Program;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A machine whose programs are registered by name. Thread-safe. */
public final class Plane implements Machine {
  private static final Set<String> FOLDERS =
      Set.of("/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin");

  private final VirtualFiles files;
  private final Processes processes;
  private final Clock clock;
  private final Map<String, Program> programs = new ConcurrentHashMap<>();
  private final Map<String, Program> hostPrograms = new ConcurrentHashMap<>();

  /** A machine without programs. */
  public Plane(VirtualFiles files, Processes processes, Clock clock) {
    this.files = files;
    this.processes = processes;
    this.clock = clock;
  }

  /** Registers a program under a name, or under an absolute path outside the usual folders. */
  public void install(String name, Program program) {
    programs.put(name, program);
  }

  /** Registers the stand-in of a host program. */
  public void installHostProgram(String name, Program program) {
    hostPrograms.put(name, program);
  }

  @Override
  public VirtualFiles files() {
    return files;
  }

  @Override
  public Optional<Program> program(String name) {
    int slash = name.lastIndexOf('/');
    boolean usual = slash > 0 && FOLDERS.contains(name.substring(0, slash));
    return Optional.ofNullable(programs.get(usual ? name.substring(slash + 1) : name));
  }

  @Override
  public Optional<Program> hostProgram(String name) {
    return Optional.ofNullable(hostPrograms.get(name));
  }

  @Override
  public Processes processes() {
    return processes;
  }

  @Override
  public Clock clock() {
    return clock;
  }
}
