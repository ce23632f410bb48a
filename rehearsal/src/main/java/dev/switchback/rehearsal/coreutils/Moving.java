package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.files.VirtualFiles.Kind;
import dev.switchback.rehearsal.files.VirtualFiles.Status;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code mv cp}. */
final class Moving {
  private static final int UMASK = 022;

  private interface Step {
    void from(String source, String target) throws IOException;
  }

  private Moving() {}

  static Map<String, Program> programs() {
    return Map.of(
        "mv",
            Tool.of(
                "Tfinv",
                Map.of("no-target-directory", 'T', "force", 'f', "no-clobber", 'n'),
                call -> each(call, (from, to) -> move(call, from, to))),
        "cp",
            Tool.of(
                "TrRapPdfinv",
                Map.of(
                    "no-target-directory",
                    'T',
                    "recursive",
                    'r',
                    "archive",
                    'a',
                    "force",
                    'f',
                    "no-clobber",
                    'n',
                    "preserve",
                    'p',
                    "no-dereference",
                    'P'),
                call -> each(call, (from, to) -> copy(call, from, to))));
  }

  private static int each(Call call, Step step) throws IOException, Options.Wrong {
    List<String> operands = call.operands();
    if (operands.isEmpty()) {
      throw new Options.Wrong("missing file operand");
    }
    if (operands.size() == 1) {
      throw new Options.Wrong(
          "missing destination file operand after " + Quote.always(operands.get(0)));
    }
    String last = operands.get(operands.size() - 1);
    if (call.has('T') && operands.size() > 2) {
      throw new Options.Wrong("extra operand " + Quote.always(operands.get(2)));
    }
    boolean into = !call.has('T') && call.isDirectory(last);
    if (!into && operands.size() > 2) {
      String why =
          call.files().exists(call.path(last)) ? "Not a directory" : "No such file or directory";
      call.fail("target " + Quote.always(last) + ": " + why);
      return call.status();
    }
    for (String source : operands.subList(0, operands.size() - 1)) {
      step.from(source, into ? Targets.inside(last, source) : last);
    }
    return call.status();
  }

  private static Optional<Status> source(Call call, String source, boolean followed)
      throws IOException {
    String path = call.path(source);
    return call.look(
        1,
        "cannot stat " + Quote.always(source),
        () -> followed ? call.files().stat(path) : call.files().lstat(path));
  }

  private static void move(Call call, String from, String to) throws IOException {
    Optional<Status> source = source(call, from, false);
    Optional<Status> target = call.lstat(to);
    if (source.isEmpty() || (target.isPresent() && call.options().last("fin") == 'n')) {
      return;
    }
    if (target.isPresent()) {
      Optional<String> conflict = conflict(from, source.get(), to, target.get());
      if (conflict.isPresent()) {
        call.fail(conflict.get());
        return;
      }
    }
    try {
      call.files().rename(call.path(from), call.path(to));
    } catch (FileError refused) {
      call.fail(
          refused.errno().equals("EINVAL")
              ? "cannot move "
                  + Quote.always(from)
                  + " to a subdirectory of itself, "
                  + Quote.always(to)
              : "cannot move "
                  + Quote.always(from)
                  + " to "
                  + Quote.always(to)
                  + ": "
                  + refused.text());
    }
  }

  private static Optional<String> conflict(String from, Status source, String to, Status target) {
    if (source.inode() == target.inode()) {
      return Optional.of(Quote.always(from) + " and " + Quote.always(to) + " are the same file");
    }
    boolean folder = source.kind() == Kind.DIRECTORY;
    boolean ontoFolder = target.kind() == Kind.DIRECTORY;
    if (folder && !ontoFolder) {
      return Optional.of(
          "cannot overwrite non-directory "
              + Quote.always(to)
              + " with directory "
              + Quote.always(from));
    }
    return !folder && ontoFolder
        ? Optional.of("cannot overwrite directory " + Quote.always(to) + " with non-directory")
        : Optional.empty();
  }

  private static void copy(Call call, String from, String to) throws IOException {
    boolean recursive = call.has('r') || call.has('R') || call.has('a');
    boolean itself = call.has('P') || call.has('d') || recursive;
    Optional<Status> source = source(call, from, !itself);
    if (source.isEmpty()) {
      return;
    }
    Optional<Status> target = call.lstat(to);
    boolean replaced = target.isPresent();
    if (replaced && call.options().last("fin") == 'n') {
      return;
    }
    switch (source.get().kind()) {
      case DIRECTORY -> {
        if (recursive) {
          copyFolder(call, from, to, source.get());
        } else {
          call.fail("-r not specified; omitting directory " + Quote.always(from));
        }
      }
      case LINK -> copyLink(call, source.get(), to, replaced);
      case FILE, ATTRIBUTE -> copyFile(call, from, to, source.get());
    }
  }

  private static void copyLink(Call call, Status source, String to, boolean replaced)
      throws IOException {
    call.attempt(
        "cannot create symbolic link " + Quote.always(to),
        () -> {
          if (replaced) {
            call.files().unlink(call.path(to));
          }
          call.files().symlink(source.target(), call.path(to));
          dress(call, source, to);
        });
  }

  private static void copyFile(Call call, String from, String to, Status source)
      throws IOException {
    VirtualFiles files = call.files();
    Optional<byte[]> content =
        call.look(
            1,
            "cannot open " + Quote.always(from) + " for reading",
            () -> files.read(call.path(from)));
    if (content.isEmpty()) {
      return;
    }
    if (call.isDirectory(to)) {
      call.fail("cannot overwrite directory " + Quote.always(to) + " with non-directory");
      return;
    }
    boolean there = files.exists(call.path(to));
    boolean opened =
        call.attempt(
            "cannot create regular file " + Quote.always(to),
            () -> files.write(call.path(to), new byte[0]));
    boolean written =
        opened
            && call.attempt(
                "error writing " + Quote.always(to),
                () -> files.append(call.path(to), content.get()));
    if (written) {
      call.attempt(
          "preserving permissions for " + Quote.always(to),
          () -> {
            if (!there && !call.has('p')) {
              files.chmod(call.path(to), source.mode() & ~UMASK);
            }
            dress(call, source, to);
          });
    }
  }

  /** With {@code -p}, owner, mode and attributes go along. */
  private static void dress(Call call, Status source, String to) throws FileError {
    if (!call.has('p') && !call.has('a')) {
      return;
    }
    String path = call.path(to);
    call.files().chown(path, source.owner(), source.group());
    if (source.kind() != Kind.LINK) {
      call.files().chmod(path, source.mode());
    }
    for (Map.Entry<String, byte[]> attribute : source.attributes().entrySet()) {
      call.files().setAttribute(path, attribute.getKey(), attribute.getValue());
    }
  }

  private static void copyFolder(Call call, String from, String to, Status source)
      throws IOException {
    VirtualFiles files = call.files();
    if ((call.path(to) + "/").startsWith(call.path(from) + "/")) {
      call.fail(
          "cannot copy a directory, " + Quote.always(from) + ", into itself, " + Quote.always(to));
      return;
    }
    if (call.lstat(to).filter(s -> s.kind() != Kind.DIRECTORY).isPresent()) {
      call.fail(
          "cannot overwrite non-directory "
              + Quote.always(to)
              + " with directory "
              + Quote.always(from));
      return;
    }
    boolean made =
        call.isDirectory(to)
            || call.attempt(
                "cannot create directory " + Quote.always(to),
                () -> files.mkdir(call.path(to), source.mode() & ~UMASK));
    Optional<List<String>> names =
        call.look(1, "cannot access " + Quote.always(from), () -> files.list(call.path(from)));
    if (made) {
      for (String name : names.orElse(List.of())) {
        copy(call, from + "/" + name, to + "/" + name);
      }
      call.attempt("preserving permissions for " + Quote.always(to), () -> dress(call, source, to));
    }
  }
}
