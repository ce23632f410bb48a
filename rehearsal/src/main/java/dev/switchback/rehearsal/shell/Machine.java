package dev.switchback.rehearsal.shell;

import dev.switchback.rehearsal.files.VirtualFiles;
import java.time.Clock;
import java.util.Optional;

/** Where programs run: the host, or a container on it. */
public interface Machine {
  VirtualFiles files();

  /** The program of a name or absolute path; empty is {@code command not found}. */
  Optional<Program> program(String name);

  /**
   * The stand-in of a host program ({@code # switchback host program: NAME}); empty runs it for
   * real.
   */
  Optional<Program> hostProgram(String name);

  Processes processes();

  Clock clock();
}
