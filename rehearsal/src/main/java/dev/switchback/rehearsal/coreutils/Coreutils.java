package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.shell.Program;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The programs of a Debian host that need no model of its devices, with the output, messages and
 * exit statuses of GNU coreutils 9.1, grep, findutils, util-linux and procps in the C locale. The
 * shell is not among them.
 */
public final class Coreutils {
  private Coreutils() {}

  /** Returns the programs by name; {@code python3} is one. */
  public static SortedMap<String, Program> programs() {
    SortedMap<String, Program> programs = new TreeMap<>();
    programs.putAll(Reading.programs());
    programs.putAll(Looking.programs());
    programs.putAll(Changing.programs());
    programs.putAll(Moving.programs());
    programs.putAll(Filters.programs());
    programs.putAll(Wrapping.programs());
    programs.putAll(Facts.programs());
    programs.put("python3", new Python());
    return programs;
  }

  /** Returns the stand-ins of host programs that work on files alone, by name. */
  public static Map<String, Program> hostPrograms() {
    return Map.of("file-state", new FileStateProgram(), "file-restore", new FileRestoreProgram());
  }
}
