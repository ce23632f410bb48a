package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles.Kind;
import dev.switchback.rehearsal.files.VirtualFiles.Status;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code ls stat readlink realpath find}. */
final class Looking {
  private static final DateTimeFormatter RECENT =
      DateTimeFormatter.ofPattern("MMM ppd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter FULL =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.000000000 +0000", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final int LS_TROUBLE = 2;

  private Looking() {}

  static Map<String, Program> programs() {
    return Map.of(
        "ls", new Tool("1aAdlLnF", Map.of("all", 'a', "almost-all", 'A'), LS_TROUBLE, Looking::ls),
        "stat", Tool.of("c:L", Map.of("format", 'c', "dereference", 'L'), Looking::stat),
        "readlink",
            Tool.of(
                "fenmqsvz",
                Map.of("canonicalize", 'f', "canonicalize-existing", 'e', "no-newline", 'n'),
                Looking::readlink),
        "realpath", Tool.of("emqs", Looking::realpath),
        "find", new FindProgram());
  }

  private static int ls(Call call) throws IOException {
    List<String> operands = call.operands().isEmpty() ? List.of(".") : call.operands();
    Map<String, Status> singles = new TreeMap<>();
    Map<String, List<String>> folders = new TreeMap<>();
    for (String operand : operands) {
      String path = call.path(operand);
      Optional<Status> status =
          call.look(
              LS_TROUBLE,
              "cannot access " + Quote.always(operand),
              () -> followed(call, path) ? call.files().stat(path) : call.files().lstat(path));
      if (status.isPresent() && (status.get().kind() != Kind.DIRECTORY || call.has('d'))) {
        singles.put(operand, status.get());
      } else if (status.isPresent()) {
        call.look(
                LS_TROUBLE,
                "cannot open directory " + Quote.always(operand),
                () -> call.files().list(path))
            .ifPresent(names -> folders.put(operand, names));
      }
    }
    show(call, singles, false);
    boolean first = singles.isEmpty();
    for (Map.Entry<String, List<String>> folder : folders.entrySet()) {
      if (operands.size() > 1) {
        call.print((first ? "" : "\n") + Quote.ifNeeded(folder.getKey()) + ":\n");
      }
      first = false;
      show(call, entries(call, folder.getKey(), folder.getValue()), true);
    }
    return call.status();
  }

  /** A link on the command line is followed to a directory unless a long or -d listing is asked. */
  private static boolean followed(Call call, String path) {
    if (call.has('L')) {
      return true;
    }
    try {
      return !call.has('l') && !call.has('d') && call.files().stat(path).kind() == Kind.DIRECTORY;
    } catch (FileError dangling) {
      return false;
    }
  }

  private static Map<String, Status> entries(Call call, String operand, List<String> names)
      throws IOException {
    Map<String, Status> entries = new TreeMap<>();
    List<String> all = new ArrayList<>(names);
    if (call.options().last("aA") == 'a') {
      all.addAll(List.of(".", ".."));
    }
    for (String name : all) {
      boolean hidden = name.startsWith(".") && !call.has('a') && !call.has('A');
      if (!hidden) {
        call.look(
                1,
                "cannot access " + Quote.always(operand + "/" + name),
                () -> call.files().lstat(call.path(operand) + "/" + name))
            .ifPresent(status -> entries.put(name, status));
      }
    }
    return entries;
  }

  private static void show(Call call, Map<String, Status> entries, boolean folder)
      throws IOException {
    if (!call.has('l') && !call.has('n')) {
      for (String name : entries.keySet()) {
        call.print(name + "\n");
      }
      return;
    }
    if (folder) {
      long blocks =
          entries.values().stream()
              .mapToLong(s -> s.kind() == Kind.LINK || s.size() == 0 ? 0 : 4 * pages(s.size()))
              .sum();
      call.print("total " + blocks + "\n");
    }
    int sizes = width(entries.values().stream().map(s -> String.valueOf(s.size())).toList());
    int owners = width(entries.values().stream().map(s -> owner(call, s.owner())).toList());
    int groups = width(entries.values().stream().map(s -> owner(call, s.group())).toList());
    for (Map.Entry<String, Status> entry : entries.entrySet()) {
      Status status = entry.getValue();
      String size = String.valueOf(status.size());
      call.print(
          modeText(status)
              + " 1 "
              + padded(owner(call, status.owner()), owners)
              + " "
              + padded(owner(call, status.group()), groups)
              + " "
              + " ".repeat(sizes - size.length())
              + size
              + " "
              + RECENT.format(Instant.ofEpochSecond(status.modified()))
              + " "
              + entry.getKey()
              + (status.kind() == Kind.LINK ? " -> " + status.target() : "")
              + "\n");
    }
  }

  private static long pages(long size) {
    return (size + 4095) / 4096;
  }

  private static int width(List<String> cells) {
    return cells.stream().mapToInt(String::length).max().orElse(0);
  }

  private static String padded(String cell, int width) {
    return cell + " ".repeat(width - cell.length());
  }

  private static String owner(Call call, int id) {
    return id == 0 && !call.has('n') ? "root" : String.valueOf(id);
  }

  /** As {@code ls -l} shows mode bits. */
  private static String modeText(Status status) {
    char kind =
        switch (status.kind()) {
          case DIRECTORY -> 'd';
          case LINK -> 'l';
          case FILE, ATTRIBUTE -> '-';
        };
    char[] bits = "rwxrwxrwx".toCharArray();
    for (int i = 0; i < bits.length; i++) {
      bits[i] = (status.mode() >> (8 - i) & 1) == 1 ? bits[i] : '-';
    }
    special(bits, 2, 's', status.mode() & 04000);
    special(bits, 5, 's', status.mode() & 02000);
    special(bits, 8, 't', status.mode() & 01000);
    return kind + new String(bits);
  }

  private static void special(char[] bits, int at, char letter, int set) {
    if (set != 0) {
      bits[at] = bits[at] == 'x' ? letter : Character.toUpperCase(letter);
    }
  }

  private static int stat(Call call) throws IOException, Options.Wrong {
    if (!call.has('c')) {
      call.fail("the rehearsal host knows stat -c FORMAT only");
      return call.status();
    }
    for (String operand : call.someOperands()) {
      String path = call.path(operand);
      Optional<Status> status =
          call.look(
              1,
              "cannot statx " + Quote.always(operand),
              () -> call.has('L') ? call.files().stat(path) : call.files().lstat(path));
      if (status.isPresent()) {
        call.print(format(call.options().value('c', ""), operand, status.get()) + "\n");
      }
    }
    return call.status();
  }

  private static String format(String format, String name, Status status) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      if (format.charAt(i) == '%' && i + 1 < format.length()) {
        i++;
        text.append(directive(format.charAt(i), name, status));
      } else {
        text.append(format.charAt(i));
      }
    }
    return text.toString();
  }

  private static String directive(char letter, String name, Status status) {
    return switch (letter) {
      case 'u' -> String.valueOf(status.owner());
      case 'g' -> String.valueOf(status.group());
      case 'U' -> status.owner() == 0 ? "root" : "UNKNOWN";
      case 'G' -> status.group() == 0 ? "root" : "UNKNOWN";
      case 'a' -> Integer.toOctalString(status.mode());
      case 'A' -> modeText(status);
      case 's' -> String.valueOf(status.size());
      case 'i' -> String.valueOf(status.inode());
      case 'h' -> "1";
      case 'n' -> name;
      case 'N' ->
          Quote.always(name)
              + (status.kind() == Kind.LINK ? " -> " + Quote.always(status.target()) : "");
      case 'F' -> kindText(status);
      case 'X', 'Y', 'Z' -> String.valueOf(status.modified());
      case 'x', 'y', 'z' -> FULL.format(Instant.ofEpochSecond(status.modified()));
      case '%' -> "%";
      default -> "?";
    };
  }

  private static String kindText(Status status) {
    return switch (status.kind()) {
      case FILE -> status.size() == 0 ? "regular empty file" : "regular file";
      case ATTRIBUTE -> "regular file";
      case DIRECTORY -> "directory";
      case LINK -> "symbolic link";
    };
  }

  private static int readlink(Call call) throws IOException, Options.Wrong {
    for (String operand : call.someOperands()) {
      Optional<String> found =
          call.has('f') || call.has('e') || call.has('m')
              ? canonical(call, operand, call.has('e'), call.has('m'))
              : call.lstat(operand).filter(s -> s.kind() == Kind.LINK).map(Status::target);
      if (found.isEmpty()) {
        if (call.has('v')) {
          call.fail(Quote.ifNeeded(operand) + ": Invalid argument");
        }
        return 1;
      }
      call.print(found.get() + (call.has('n') && call.operands().size() == 1 ? "" : "\n"));
    }
    return call.status();
  }

  private static int realpath(Call call) throws IOException, Options.Wrong {
    for (String operand : call.someOperands()) {
      Optional<String> found = canonical(call, operand, call.has('e'), call.has('m'));
      if (found.isPresent()) {
        call.print(found.get() + "\n");
      } else {
        call.fail(Quote.ifNeeded(operand) + ": No such file or directory");
      }
    }
    return call.status();
  }

  /** The path without links; the last name need not exist unless {@code existing}. */
  private static Optional<String> canonical(
      Call call, String operand, boolean existing, boolean missing) {
    String path = call.path(operand);
    for (int links = 0; links < 40; links++) {
      try {
        return Optional.of(call.files().resolve(path));
      } catch (FileError refused) {
        String whole = path.length() > 1 && path.endsWith("/") ? path.replaceAll("/+$", "") : path;
        int slash = whole.lastIndexOf('/');
        if (existing || slash < 0 || !refused.errno().equals("ENOENT")) {
          return Optional.empty();
        }
        String folder = slash == 0 ? "/" : whole.substring(0, slash);
        Optional<Status> link = call.lstat(whole).filter(s -> s.kind() == Kind.LINK);
        if (link.isPresent()) {
          String target = link.get().target();
          path = target.startsWith("/") ? target : folder + "/" + target;
          continue;
        }
        String name = whole.substring(slash + 1);
        if (!missing) {
          return folderOf(call, folder).map(f -> f.equals("/") ? f + name : f + "/" + name);
        }
        return canonical(call, folder, false, true)
            .map(f -> f.equals("/") ? f + name : f + "/" + name);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> folderOf(Call call, String folder) {
    try {
      return Optional.of(call.files().resolve(folder));
    } catch (FileError absent) {
      return Optional.empty();
    }
  }
}
