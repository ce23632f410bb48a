package dev.switchback.rehearsal.coreutils;

import static dev.switchback.rehearsal.coreutils.FileProgram.absolute;

import dev.switchback.rehearsal.coreutils.FileProgram.Options;
import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * GNU coreutils and their like, as far as commands to a host use them; output and complaints as in
 * the C locale.
 */
public final class Coreutils {
  private static final int NEW_DIRECTORY = 0755;
  private static final int DEFAULT_LINES = 10;
  private static final int NOT_FOUND = 127;

  private Coreutils() {}

  /** Every program, by name. */
  public static Map<String, Program> programs() {
    Map<String, Program> programs = new LinkedHashMap<>();
    programs.put("cat", Coreutils::cat);
    programs.put("tee", Coreutils::tee);
    programs.put("readlink", Coreutils::readlink);
    programs.put("ls", new FileProgram("cannot access '%s'", Coreutils::ls));
    programs.put("mkdir", new FileProgram("cannot create directory '%s'", Coreutils::mkdir));
    programs.put(
        "rmdir",
        new FileProgram("failed to remove '%s'", (c, o, p) -> c.machine().files().rmdir(p)));
    programs.put("rm", new FileProgram("cannot remove '%s'", Coreutils::rm));
    programs.put("touch", new FileProgram("cannot touch '%s'", Coreutils::touch));
    programs.put("sync", (call) -> 0);
    programs.put("mv", Coreutils::mv);
    programs.put("ln", Coreutils::ln);
    programs.put("chmod", Coreutils::chmod);
    programs.put("head", call -> part(call, true));
    programs.put("tail", call -> part(call, false));
    programs.put("wc", Coreutils::wc);
    programs.put("env", Coreutils::env);
    programs.put("sudo", Coreutils::sudo);
    programs.put("setsid", Coreutils::setsid);
    programs.put("nohup", call -> runOther(call, call.arguments(), call.environment()));
    programs.put("sleep", Coreutils::sleep);
    programs.put("mktemp", Coreutils::mktemp);
    programs.put("uname", call -> uname(call));
    programs.put(
        "id",
        call ->
            say(
                call,
                Options.of(call.arguments()).has('u')
                    ? "0"
                    : "uid=0(root) gid=0(root) groups=0(root)"));
    programs.put("whoami", call -> say(call, "root"));
    programs.put("true", call -> 0);
    programs.put("false", call -> 1);
    return programs;
  }

  private static int say(Invocation call, String line) throws IOException {
    call.print(line + "\n");
    return 0;
  }

  private static int cat(Invocation call) throws IOException {
    List<String> operands = Options.of(call.arguments()).operands();
    int status = 0;
    for (String operand : operands.isEmpty() ? List.of("-") : operands) {
      try {
        call.out().write(operand.equals("-") ? call.in().readAllBytes() : content(call, operand));
      } catch (FileError e) {
        call.complain(operand + ": " + e.text());
        status = 1;
      }
    }
    return status;
  }

  private static byte[] content(Invocation call, String path) throws FileError {
    return call.machine().files().read(absolute(call, path));
  }

  private static int tee(Invocation call) throws IOException {
    byte[] input = call.in().readAllBytes();
    call.out().write(input);
    Options options = Options.of(call.arguments());
    int status = 0;
    for (String operand : options.operands()) {
      try {
        VirtualFiles files = call.machine().files();
        if (options.has('a')) {
          files.append(absolute(call, operand), input);
        } else {
          files.write(absolute(call, operand), input);
        }
      } catch (FileError e) {
        call.complain(operand + ": " + e.text());
        status = 1;
      }
    }
    return status;
  }

  private static int readlink(Invocation call) throws IOException {
    Options options = Options.of(call.arguments());
    int status = 0;
    for (String operand : options.operands()) {
      try {
        VirtualFiles files = call.machine().files();
        String path = absolute(call, operand);
        if (options.has('f')) {
          call.print(files.resolve(path) + "\n");
        } else if (files.lstat(path).kind() == VirtualFiles.Kind.LINK) {
          call.print(files.lstat(path).target() + (options.has('n') ? "" : "\n"));
        } else {
          status = 1;
        }
      } catch (FileError e) {
        status = 1; // readlink says nothing without -v
      }
    }
    return status;
  }

  private static void ls(Invocation call, Options options, String path)
      throws FileError, IOException {
    VirtualFiles files = call.machine().files();
    if (options.has('d') || files.stat(path).kind() != VirtualFiles.Kind.DIRECTORY) {
      if (path.endsWith("/")) {
        files.list(path);
      }
      call.print(path + "\n");
      return;
    }
    for (String name : files.list(path)) {
      if (!name.startsWith(".") || options.has('A') || options.has('a')) {
        call.print(name + "\n");
      }
    }
  }

  private static void mkdir(Invocation call, Options options, String path) throws FileError {
    VirtualFiles files = call.machine().files();
    if (!options.has('p')) {
      files.mkdir(path, NEW_DIRECTORY);
      return;
    }
    StringBuilder at = new StringBuilder();
    for (String part : path.split("/", -1)) {
      if (!part.isEmpty()) {
        at.append('/').append(part);
        if (!files.exists(at.toString())) {
          files.mkdir(at.toString(), NEW_DIRECTORY);
        } else if (files.stat(at.toString()).kind() != VirtualFiles.Kind.DIRECTORY) {
          throw new FileError("EEXIST", "File exists");
        }
      }
    }
  }

  private static void rm(Invocation call, Options options, String path) throws FileError {
    VirtualFiles files = call.machine().files();
    VirtualFiles.Status status;
    try {
      status = files.lstat(path);
    } catch (FileError e) {
      if (options.has('f') && e.errno().equals("ENOENT")) {
        return;
      }
      throw e;
    }
    if (status.kind() != VirtualFiles.Kind.DIRECTORY) {
      files.unlink(path);
    } else if (options.has('r') || options.has('R')) {
      for (String name : files.list(path)) {
        rm(call, options, path + "/" + name);
      }
      files.rmdir(path);
    } else {
      throw new FileError("EISDIR", "Is a directory");
    }
  }

  private static void touch(Invocation call, Options options, String path) throws FileError {
    if (!call.machine().files().exists(path)) {
      call.machine().files().write(path, new byte[0]);
    }
  }

  private static int mv(Invocation call) throws IOException {
    Options options = Options.of(call.arguments());
    String from = options.operands().get(0);
    String to = options.operands().get(1);
    VirtualFiles files = call.machine().files();
    String target = absolute(call, to);
    try {
      if (!options.has('T')
          && files.exists(target)
          && files.stat(target).kind() == VirtualFiles.Kind.DIRECTORY) {
        target = target + from.substring(from.lastIndexOf('/'));
      }
      files.rename(absolute(call, from), target);
      return 0;
    } catch (FileError e) {
      call.complain(
          e.errno().equals("ENOENT")
              ? "cannot stat '" + from + "': " + e.text()
              : "cannot move '" + from + "' to '" + to + "': " + e.text());
      return 1;
    }
  }

  private static int ln(Invocation call) throws IOException {
    Options options = Options.of(call.arguments());
    String target = options.operands().get(0);
    String link = options.operands().get(1);
    VirtualFiles files = call.machine().files();
    try {
      if (options.has('f') && files.exists(absolute(call, link))) {
        files.unlink(absolute(call, link));
      }
      files.symlink(target, absolute(call, link));
      return 0;
    } catch (FileError e) {
      call.complain("failed to create symbolic link '" + link + "': " + e.text());
      return 1;
    }
  }

  private static int chmod(Invocation call) throws IOException {
    List<String> operands = Options.of(call.arguments()).operands();
    int status = 0;
    for (String operand : operands.subList(1, operands.size())) {
      try {
        call.machine().files().chmod(absolute(call, operand), Integer.parseInt(operands.get(0), 8));
      } catch (FileError e) {
        call.complain("cannot access '" + operand + "': " + e.text());
        status = 1;
      }
    }
    return status;
  }

  /** head and tail: {@code -n LINES} or {@code -c BYTES} of one file or standard input. */
  private static int part(Invocation call, boolean first) throws IOException {
    List<String> arguments = new ArrayList<>(call.arguments());
    int count = DEFAULT_LINES;
    boolean bytes = false;
    if (!arguments.isEmpty() && (arguments.get(0).equals("-n") || arguments.get(0).equals("-c"))) {
      bytes = arguments.remove(0).equals("-c");
      count = Integer.parseInt(arguments.remove(0));
    }
    byte[] content;
    try {
      content = arguments.isEmpty() ? call.in().readAllBytes() : content(call, arguments.get(0));
    } catch (FileError e) {
      call.complain("cannot open '" + arguments.get(0) + "' for reading: " + e.text());
      return 1;
    }
    int cut = bytes ? Math.min(count, content.length) : lines(content, count, first);
    if (first) {
      call.out().write(content, 0, cut);
    } else {
      int from = bytes ? content.length - cut : cut;
      call.out().write(content, from, content.length - from);
    }
    return 0;
  }

  /** Where the first {@code count} lines end, or the last {@code count} begin. */
  private static int lines(byte[] content, int count, boolean first) {
    List<Integer> starts = new ArrayList<>();
    starts.add(0);
    for (int i = 0; i < content.length - 1; i++) {
      if (content[i] == '\n') {
        starts.add(i + 1);
      }
    }
    if (first) {
      return count < starts.size() ? starts.get(count) : content.length;
    }
    return starts.get(Math.max(0, starts.size() - count));
  }

  private static int wc(Invocation call) throws IOException {
    Options options = Options.of(call.arguments());
    byte[] content;
    try {
      content =
          options.operands().isEmpty()
              ? call.in().readAllBytes()
              : content(call, options.operands().get(0));
    } catch (FileError e) {
      call.complain(options.operands().get(0) + ": " + e.text());
      return 1;
    }
    long newlines = 0;
    for (byte b : content) {
      newlines += b == '\n' ? 1 : 0;
    }
    String name = options.operands().isEmpty() ? "" : " " + options.operands().get(0);
    return say(call, (options.has('l') ? newlines : content.length) + name);
  }

  private static int env(Invocation call) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(call.arguments());
    Map<String, String> environment = new LinkedHashMap<>(call.environment());
    if (!arguments.isEmpty() && arguments.get(0).equals("-i")) {
      arguments.remove(0);
      environment.clear();
    }
    while (!arguments.isEmpty() && arguments.get(0).indexOf('=') > 0) {
      String assignment = arguments.remove(0);
      int equals = assignment.indexOf('=');
      environment.put(assignment.substring(0, equals), assignment.substring(equals + 1));
    }
    if (arguments.isEmpty()) {
      for (Map.Entry<String, String> variable : environment.entrySet()) {
        call.print(variable.getKey() + "=" + variable.getValue() + "\n");
      }
      return 0;
    }
    return runOther(call, arguments, environment);
  }

  private static int sudo(Invocation call) throws IOException, InterruptedException {
    return runOther(call, Options.of(call.arguments()).operands(), call.environment());
  }

  private static int setsid(Invocation call) throws IOException, InterruptedException {
    call.machine().processes().newSession(call.pid());
    return runOther(call, call.arguments(), call.environment());
  }

  /** Becomes another program, as {@code exec} does. */
  private static int runOther(Invocation call, List<String> argv, Map<String, String> environment)
      throws IOException, InterruptedException {
    java.util.Optional<Program> program = call.machine().program(argv.get(0));
    if (program.isEmpty()) {
      call.complain("'" + argv.get(0) + "': No such file or directory");
      return NOT_FOUND;
    }
    return program
        .get()
        .run(
            new Invocation(
                argv,
                environment,
                call.directory(),
                call.pid(),
                call.in(),
                call.out(),
                call.err(),
                call.machine()));
  }

  private static int sleep(Invocation call) throws InterruptedException {
    Thread.sleep((long) (Double.parseDouble(call.arguments().get(0)) * 1000));
    return 0;
  }

  private static int mktemp(Invocation call) throws IOException {
    String template = call.arguments().get(0);
    String unique = UUID.randomUUID().toString().replace("-", "");
    int xs = template.length() - template.replaceAll("X+$", "").length();
    String path = template.substring(0, template.length() - xs) + unique.substring(0, xs);
    try {
      call.machine().files().write(path, new byte[0]);
      call.machine().files().chmod(path, 0600);
      return say(call, path);
    } catch (FileError e) {
      call.complain("failed to create file via template '" + template + "': " + e.text());
      return 1;
    }
  }

  private static int uname(Invocation call) throws IOException {
    Options options = Options.of(call.arguments());
    ByteArrayOutputStream release = new ByteArrayOutputStream();
    try {
      release.write(call.machine().files().read("/proc/sys/kernel/osrelease"));
    } catch (FileError e) {
      call.complain("cannot get system name");
      return 1;
    }
    return say(
        call,
        options.has('r')
            ? release.toString(java.nio.charset.StandardCharsets.UTF_8).strip()
            : "Linux");
  }
}
