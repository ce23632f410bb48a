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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code mkdir rmdir rm ln touch chmod chown sync mktemp}. */
final class Changing {
  private static final int FOLDER_MODE = 0755;
  private static final int PRIVATE_FOLDER = 0700;
  private static final int PRIVATE_FILE = 0600;
  private static final Pattern OCTAL = Pattern.compile("[0-7]{1,4}");
  private static final Pattern SYMBOLIC = Pattern.compile("([ugoa]*)([-+=])([rwxXst]*)");
  private static final Pattern OWNERS = Pattern.compile("(root|[0-9]*)(?:[:.](root|[0-9]*))?");
  private static final String TEMPORARY =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private Changing() {}

  static Map<String, Program> programs() {
    return Map.ofEntries(
        Map.entry("mkdir", Tool.of("pm:v", Map.of("parents", 'p', "mode", 'm'), Changing::mkdir)),
        Map.entry("rmdir", Tool.of("p", Changing::rmdir)),
        Map.entry("rm", Tool.of("frRdiv", Map.of("force", 'f', "recursive", 'r'), Changing::rm)),
        Map.entry(
            "ln",
            Tool.of(
                "sfnTv",
                Map.of("symbolic", 's', "force", 'f', "no-dereference", 'n'),
                Changing::ln)),
        Map.entry("touch", Tool.of("cam", Map.of("no-create", 'c'), Changing::touch)),
        Map.entry("chmod", new ModeProgram()),
        Map.entry("chown", Tool.of("hRv", Map.of("recursive", 'R'), Changing::chown)),
        Map.entry("sync", Tool.of("df", Map.of("data", 'd', "file-system", 'f'), Changing::sync)),
        Map.entry("mktemp", Tool.of("dp:tuq", Map.of("directory", 'd'), Changing::mktemp)));
  }

  private static int mkdir(Call call) throws IOException, Options.Wrong {
    String asked = call.options().value('m', "");
    int mode = FOLDER_MODE;
    if (!asked.isEmpty()) {
      Optional<Integer> parsed = mode(asked, 0777, true);
      if (parsed.isEmpty()) {
        call.fail("invalid mode " + Quote.always(asked));
        return call.status();
      }
      mode = parsed.get();
    }
    for (String operand : call.someOperands()) {
      int last = mode;
      if (call.has('p')) {
        makeAll(call, operand, last);
      } else {
        call.attempt(
            "cannot create directory " + Quote.always(operand),
            () -> call.files().mkdir(call.path(operand), last));
      }
    }
    return call.status();
  }

  private static void makeAll(Call call, String operand, int mode) throws IOException {
    for (int slash = operand.indexOf('/', 1); ; slash = operand.indexOf('/', slash + 1)) {
      boolean last = slash < 0;
      String part = last ? operand : operand.substring(0, slash);
      boolean made =
          call.isDirectory(part)
              || call.attempt(
                  "cannot create directory " + Quote.always(part),
                  () -> makeOne(call, part, last ? mode : FOLDER_MODE));
      if (last || !made) {
        return;
      }
    }
  }

  /** Another process may make it meanwhile: that is as good. */
  private static void makeOne(Call call, String part, int mode) throws FileError {
    try {
      call.files().mkdir(call.path(part), mode);
    } catch (FileError refused) {
      if (!refused.errno().equals("EEXIST") || !call.isDirectory(part)) {
        throw refused;
      }
    }
  }

  private static int rmdir(Call call) throws IOException, Options.Wrong {
    for (String operand : call.someOperands()) {
      call.attempt(
          "failed to remove " + Quote.always(operand),
          () -> call.files().rmdir(call.path(operand)));
    }
    return call.status();
  }

  private static int rm(Call call) throws IOException, Options.Wrong {
    boolean recursive = call.has('r') || call.has('R');
    for (String operand : call.has('f') ? call.operands() : call.someOperands()) {
      Optional<Status> status = call.lstat(operand);
      if (recursive && operand.matches("/+")) {
        call.fail("it is dangerous to operate recursively on '/'");
      } else if (status.isPresent() && status.get().kind() == Kind.DIRECTORY && recursive) {
        removeAll(call, operand);
      } else if (status.isPresent() || !call.has('f')) {
        call.attempt(
            "cannot remove " + Quote.always(operand),
            () -> call.files().unlink(call.path(operand)));
      }
    }
    return call.status();
  }

  private static boolean removeAll(Call call, String operand) throws IOException {
    VirtualFiles files = call.files();
    Optional<List<String>> names =
        call.look(
            1, "cannot remove " + Quote.always(operand), () -> files.list(call.path(operand)));
    if (names.isEmpty()) {
      return false;
    }
    boolean empty = true;
    for (String name : names.get()) {
      String child = operand.endsWith("/") ? operand + name : operand + "/" + name;
      boolean folder = call.lstat(child).filter(s -> s.kind() == Kind.DIRECTORY).isPresent();
      empty &=
          folder
              ? removeAll(call, child)
              : call.attempt(
                  "cannot remove " + Quote.always(child), () -> files.unlink(call.path(child)));
    }
    return empty
        && call.attempt(
            "cannot remove " + Quote.always(operand), () -> files.rmdir(call.path(operand)));
  }

  private static int ln(Call call) throws IOException, Options.Wrong {
    List<String> operands = call.someOperands();
    String last = operands.get(operands.size() - 1);
    boolean linkKept =
        call.has('n') && call.lstat(last).filter(s -> s.kind() == Kind.LINK).isPresent();
    boolean into = !call.has('T') && !linkKept && call.isDirectory(last);
    if (operands.size() == 1) {
      link(call, last, Targets.base(last));
    } else if (into) {
      for (String target : operands.subList(0, operands.size() - 1)) {
        link(call, target, Targets.inside(last, target));
      }
    } else if (operands.size() == 2) {
      link(call, operands.get(0), last);
    } else {
      call.fail("target " + Quote.always(last) + ": Not a directory");
    }
    return call.status();
  }

  private static void link(Call call, String target, String name) throws IOException {
    if (!call.has('s')) {
      call.fail(
          "failed to create hard link "
              + Quote.always(name)
              + " => "
              + Quote.always(target)
              + ": Operation not permitted");
      return;
    }
    call.attempt(
        "failed to create symbolic link " + Quote.always(name), () -> symlink(call, target, name));
  }

  /** With {@code -f} the link is made beside and renamed, so that there is one at all times. */
  private static void symlink(Call call, String target, String name) throws FileError {
    String path = call.path(name);
    if (!call.has('f') || call.lstat(name).isEmpty()) {
      call.files().symlink(target, path);
      return;
    }
    String beside = path.substring(0, path.lastIndexOf('/') + 1) + "Cu" + suffix(call, 0, 6);
    call.files().symlink(target, beside);
    try {
      call.files().rename(beside, path);
    } catch (FileError refused) {
      call.files().unlink(beside);
      throw refused;
    }
  }

  private static int touch(Call call) throws IOException, Options.Wrong {
    for (String operand : call.someOperands()) {
      boolean there = call.files().exists(call.path(operand));
      if ((there || !call.has('c')) && !call.isDirectory(operand)) {
        call.attempt(
            "cannot touch " + Quote.always(operand),
            () -> call.files().append(call.path(operand), new byte[0]));
      }
    }
    return call.status();
  }

  /** Reads a mode: octal, or symbolic against {@code before}. */
  static Optional<Integer> mode(String text, int before, boolean folder) {
    if (OCTAL.matcher(text).matches()) {
      return Optional.of(Integer.parseInt(text, 8));
    }
    int mode = before;
    for (String clause : text.split(",", -1)) {
      Matcher parts = SYMBOLIC.matcher(clause);
      if (!parts.matches()) {
        return Optional.empty();
      }
      mode = apply(mode, parts.group(1), parts.group(2), bits(parts.group(3), mode, folder));
    }
    return Optional.of(mode);
  }

  /** Permission bits of one class, and the special bits above them. */
  private static int bits(String letters, int mode, boolean folder) {
    int bits = 0;
    for (int i = 0; i < letters.length(); i++) {
      char letter = letters.charAt(i);
      bits |=
          switch (letter) {
            case 'r' -> 4;
            case 'w' -> 2;
            case 'x' -> 1;
            case 'X' -> folder || (mode & 0111) != 0 ? 1 : 0;
            case 's' -> 0100;
            default -> 01000;
          };
    }
    return bits;
  }

  private static int apply(int mode, String who, String operator, int bits) {
    boolean all = who.isEmpty() || who.contains("a");
    int mask = who.isEmpty() ? ~022 : ~0;
    int set = bits & 01000;
    int cleared = 0;
    if (all || who.contains("u")) {
      set |= ((bits & 7) << 6) | ((bits & 0100) != 0 ? 04000 : 0);
      cleared |= 04700;
    }
    if (all || who.contains("g")) {
      set |= ((bits & 7) << 3) | ((bits & 0100) != 0 ? 02000 : 0);
      cleared |= 02070;
    }
    if (all || who.contains("o")) {
      set |= bits & 7;
      cleared |= 01007;
    }
    set &= mask;
    return switch (operator) {
      case "+" -> mode | set;
      case "-" -> mode & ~set;
      default -> (mode & ~cleared) | set;
    };
  }

  private static int chown(Call call) throws IOException, Options.Wrong {
    List<String> operands = call.someOperands();
    Matcher owners = OWNERS.matcher(operands.get(0));
    if (operands.size() < 2) {
      throw new Options.Wrong("missing operand after " + Quote.always(operands.get(0)));
    }
    if (!owners.matches()) {
      call.fail("invalid user: " + Quote.always(operands.get(0)));
      return call.status();
    }
    for (String operand : operands.subList(1, operands.size())) {
      Optional<Status> status =
          call.look(
              1,
              "cannot access " + Quote.always(operand),
              () -> call.files().lstat(call.path(operand)));
      if (status.isPresent()) {
        own(call, operand, number(owners.group(1)), number(owners.group(2)));
      }
    }
    return call.status();
  }

  private static int number(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return -1;
    }
    return name.equals("root") ? 0 : Integer.parseInt(name);
  }

  private static void own(Call call, String operand, int owner, int group) throws IOException {
    String path = call.path(operand);
    VirtualFiles files = call.files();
    boolean itself = call.has('h') || call.has('R');
    call.attempt(
        "changing ownership of " + Quote.always(operand),
        () -> files.chown(itself ? path : files.resolve(path), owner, group));
    boolean folder = call.lstat(operand).filter(s -> s.kind() == Kind.DIRECTORY).isPresent();
    if (call.has('R') && folder) {
      Optional<List<String>> names =
          call.look(1, "cannot read directory " + Quote.always(operand), () -> files.list(path));
      for (String name : names.orElse(List.of())) {
        own(call, operand + "/" + name, owner, group);
      }
    }
  }

  private static int sync(Call call) throws IOException {
    for (String operand : call.operands()) {
      call.look(
          1, "error opening " + Quote.always(operand), () -> call.files().stat(call.path(operand)));
    }
    return call.status();
  }

  private static int mktemp(Call call) throws IOException {
    String template = call.operands().isEmpty() ? "tmp.XXXXXXXXXX" : call.operands().get(0);
    String stem = template.replaceAll("X+$", "");
    int length = template.length() - stem.length();
    if (length < 3) {
      call.fail("too few X's in template " + Quote.always(template));
      return call.status();
    }
    boolean placed = call.operands().isEmpty() || call.has('p') || call.has('t');
    String folder = call.options().value('p', temporaryFolder(call));
    String full = placed ? folder + "/" + template : template;
    for (int n = 0; ; n++) {
      String name = full.replaceAll("X+$", "") + suffix(call, n, length);
      if (call.lstat(name).isPresent()) {
        continue;
      }
      String what =
          "failed to create "
              + (call.has('d') ? "directory" : "file")
              + " via template "
              + Quote.always(full);
      if (call.has('u') || call.attempt(what, () -> make(call, name))) {
        call.print(name + "\n");
      }
      return call.status();
    }
  }

  private static String temporaryFolder(Call call) {
    return call.invocation().environment().getOrDefault("TMPDIR", "/tmp");
  }

  private static void make(Call call, String name) throws FileError {
    String path = call.path(name);
    if (call.has('d')) {
      call.files().mkdir(path, PRIVATE_FOLDER);
    } else {
      call.files().write(path, new byte[0]);
      call.files().chmod(path, PRIVATE_FILE);
    }
  }

  /** Letters that differ by process and attempt, the same in every rehearsal. */
  private static String suffix(Call call, int attempt, int length) {
    long seed = call.invocation().pid() * 1_000_003L + attempt;
    StringBuilder suffix = new StringBuilder();
    for (int i = 0; i < length; i++) {
      seed = seed * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
      suffix.append(
          TEMPORARY.charAt((int) Long.remainderUnsigned(seed >>> 33, TEMPORARY.length())));
    }
    return suffix.toString();
  }
}
