package dev.switchback.rehearsal.shell;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Commands that the shell itself runs. */
final class Builtins {
  private static final Set<String> SPECIAL =
      Set.of(
          ":",
          ".",
          "break",
          "continue",
          "eval",
          "exec",
          "exit",
          "export",
          "return",
          "set",
          "shift",
          "times",
          "trap",
          "unset");
  private static final Set<String> OTHERS =
      Set.of(
          "cd", "read", "test", "[", "true", "false", "umask", "printf", "echo", "command", "type",
          "wait", "kill", "pwd");
  private static final Map<String, Integer> SIGNALS =
      Map.of(
          "HUP", 1, "INT", 2, "QUIT", 3, "KILL", 9, "USR1", 10, "USR2", 12, "PIPE", 13, "ALRM", 14,
          "TERM", 15, "CONT", 18);

  private final Frame frame;
  private final Evaluator evaluator;
  private String mask = "0022";

  Builtins(Frame frame, Evaluator evaluator) {
    this.frame = frame;
    this.evaluator = evaluator;
  }

  static boolean special(String name) {
    return SPECIAL.contains(name);
  }

  boolean has(String name) {
    return special(name) || OTHERS.contains(name);
  }

  int run(List<String> words) throws IOException, InterruptedException {
    List<String> rest = words.subList(1, words.size());
    switch (words.get(0)) {
      case ":", "true", "times" -> {
        return 0;
      }
      case "false" -> {
        return 1;
      }
      case "break", "continue" -> {
        return leaveLoop(words);
      }
      case "return" -> {
        throw new Leave(
            frame.calls > 0 ? Leave.What.FUNCTION : Leave.What.SHELL, number(rest, frame.status));
      }
      case "exit" -> {
        throw new Leave(Leave.What.SHELL, number(rest, frame.status) & 0xff);
      }
      case "eval" -> {
        return rest.isEmpty() ? 0 : evaluator.source(String.join(" ", rest));
      }
      case "exec" -> {
        if (rest.isEmpty()) {
          return 0;
        }
        throw new Leave(Leave.What.SHELL, evaluator.external(rest, true));
      }
      case "." -> {
        return source(rest.get(0));
      }
      default -> {
        return variables(words.get(0), rest);
      }
    }
  }

  private int variables(String name, List<String> rest) throws IOException, InterruptedException {
    switch (name) {
      case "set" -> {
        return set(rest);
      }
      case "shift" -> {
        int count = number(rest, 1);
        if (count > frame.arguments.size()) {
          frame.complain("shift: can't shift that many");
          throw new Leave(Leave.What.SHELL, 2);
        }
        frame.arguments = new ArrayList<>(frame.arguments.subList(count, frame.arguments.size()));
        return 0;
      }
      case "export" -> {
        for (String each : rest) {
          int equals = each.indexOf('=');
          frame.exported.add(equals < 0 ? each : each.substring(0, equals));
          if (equals >= 0) {
            frame.set(each.substring(0, equals), each.substring(equals + 1));
          }
        }
        return 0;
      }
      case "unset" -> {
        for (String each : rest) {
          frame.variables.remove(each);
          if (rest.get(0).equals("-f")) {
            frame.functions.remove(each);
          }
        }
        return 0;
      }
      case "trap" -> {
        if (rest.size() > 1 && (rest.contains("EXIT") || rest.contains("0"))) {
          frame.onExit = rest.get(0).equals("-") ? "" : rest.get(0);
        }
        return 0;
      }
      case "umask" -> {
        if (rest.isEmpty()) {
          frame.print(mask + "\n");
        } else {
          mask = ("0000" + rest.get(0)).substring(rest.get(0).length());
        }
        return 0;
      }
      case "read" -> {
        return read(rest);
      }
      default -> {
        return others(name, rest);
      }
    }
  }

  private int others(String name, List<String> rest) throws IOException, InterruptedException {
    switch (name) {
      case "echo" -> {
        return say(name, Formats.echo(rest));
      }
      case "printf" -> {
        return printf(rest);
      }
      case "pwd" -> {
        return say(name, frame.directory + "\n");
      }
      case "cd" -> {
        return cd(rest.isEmpty() ? frame.get("HOME") : rest.get(0));
      }
      case "wait" -> {
        return await(rest);
      }
      case "kill" -> {
        return kill(rest);
      }
      case "command", "type" -> {
        return lookUp(name, rest);
      }
      default -> {
        return new Test(frame, name, rest).status();
      }
    }
  }

  private int say(String name, String bytes) throws IOException {
    try {
      frame.print(bytes);
      return 0;
    } catch (java.io.InterruptedIOException killed) {
      throw killed;
    } catch (IOException refused) {
      if ("Broken pipe".equals(refused.getMessage())) {
        throw refused;
      }
      frame.complain(name + ": " + name + ": I/O error");
      return 1;
    }
  }

  private int printf(List<String> rest) throws IOException {
    if (rest.isEmpty()) {
      frame.complain("printf: usage: printf format [arg ...]");
      return 2;
    }
    Formats formats = new Formats(rest.get(0), rest.subList(1, rest.size()));
    int status = say("printf", formats.text());
    for (String bad : formats.complaints()) {
      frame.complain("printf: " + bad);
      status = 1;
    }
    return status;
  }

  private int number(List<String> rest, int otherwise) {
    if (rest.isEmpty()) {
      return otherwise;
    }
    if (!rest.get(0).matches("[0-9]{1,9}")) {
      frame.complain("Illegal number: " + rest.get(0));
      throw new Leave(Leave.What.SHELL, 2);
    }
    return Integer.parseInt(rest.get(0));
  }

  private int leaveLoop(List<String> words) {
    if (frame.loops == 0) {
      return 0;
    }
    int count = number(words.subList(1, words.size()), 1);
    throw new Leave(words.get(0).equals("break") ? Leave.What.LOOP : Leave.What.ROUND, count);
  }

  private int source(String file) throws IOException, InterruptedException {
    try {
      byte[] script = frame.machine.files().read(Bytes.toText(frame.absolute(file)));
      return evaluator.source(new String(script, StandardCharsets.ISO_8859_1));
    } catch (FileError absent) {
      frame.complain(".: cannot open " + file + ": No such file");
      throw new Leave(Leave.What.SHELL, 2);
    }
  }

  private int set(List<String> rest) {
    int at = 0;
    while (at < rest.size() && rest.get(at).matches("[-+][A-Za-z]+")) {
      for (char option : rest.get(at).substring(1).toCharArray()) {
        if (rest.get(at).startsWith("-")) {
          frame.options.add(String.valueOf(option));
        } else {
          frame.options.remove(String.valueOf(option));
        }
      }
      at++;
    }
    boolean marked = at < rest.size() && rest.get(at).equals("--");
    at += marked ? 1 : 0;
    if (marked || at < rest.size()) {
      frame.arguments = new ArrayList<>(rest.subList(at, rest.size()));
    }
    return 0;
  }

  private int read(List<String> rest) throws IOException {
    boolean raw = rest.contains("-r");
    List<String> names = rest.stream().filter(each -> !each.startsWith("-")).toList();
    StringBuilder line = new StringBuilder();
    int b = frame.in().read();
    while (b >= 0 && b != '\n') {
      if (b == '\\' && !raw) {
        b = frame.in().read();
        if (b == '\n') {
          b = frame.in().read();
          continue;
        }
      }
      line.append((char) b);
      b = frame.in().read();
    }
    assign(names, line.toString());
    return b < 0 ? 1 : 0;
  }

  private void assign(List<String> names, String line) {
    String separators = frame.variables.getOrDefault("IFS", " \t\n");
    String spaces = separators.replaceAll("[^ \t\n]", "");
    String left = strip(line, spaces, true);
    for (int i = 0; i < names.size(); i++) {
      int end = 0;
      boolean last = i == names.size() - 1;
      while (end < left.length() && (last || separators.indexOf(left.charAt(end)) < 0)) {
        end++;
      }
      frame.set(names.get(i), last ? strip(left, spaces, false) : left.substring(0, end));
      String after = strip(left.substring(end), spaces, true);
      boolean mark = !after.isEmpty() && separators.indexOf(after.charAt(0)) >= 0;
      left = mark ? strip(after.substring(1), spaces, true) : after;
    }
  }

  private static String strip(String text, String spaces, boolean front) {
    int from = 0;
    int to = text.length();
    while (front && from < to && spaces.indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    while (!front && to > from && spaces.indexOf(text.charAt(to - 1)) >= 0) {
      to--;
    }
    return text.substring(from, to);
  }

  private int cd(String target) {
    try {
      String path = frame.machine.files().resolve(Bytes.toText(frame.absolute(target)));
      if (frame.machine.files().stat(path).kind() != VirtualFiles.Kind.DIRECTORY) {
        throw new FileError("ENOTDIR", "Not a directory");
      }
      frame.directory = path;
      frame.set("PWD", Bytes.ofText(path));
      return 0;
    } catch (FileError refused) {
      frame.complain("cd: can't cd to " + target);
      return 2;
    }
  }

  private int await(List<String> rest) throws InterruptedException {
    int status = 0;
    List<Integer> pids =
        rest.isEmpty()
            ? List.copyOf(frame.jobs.keySet())
            : rest.stream().map(Integer::valueOf).toList();
    for (int pid : pids) {
      Thread thread = frame.jobs.remove(pid);
      var result = frame.jobResults.get(pid);
      if (thread != null) {
        thread.join();
      }
      status = result == null ? 127 : result.get();
    }
    return rest.isEmpty() ? 0 : status;
  }

  private int kill(List<String> rest) {
    int number = 15;
    int at = 0;
    if (!rest.isEmpty() && rest.get(0).matches("-[A-Z0-9a-z]+")) {
      String name = rest.get(0).equals("-s") ? rest.get(++at) : rest.get(0).substring(1);
      at++;
      Integer known = SIGNALS.get(name.replaceFirst("^SIG", ""));
      number = known != null ? known : Integer.parseInt(name);
    }
    int status = 0;
    for (String target : rest.subList(at, rest.size())) {
      if (!target.equals("--")
          && !frame.machine.processes().signal(Integer.parseInt(target), number)) {
        frame.complain("kill: No such process");
        status = 1;
      }
    }
    return status;
  }

  private int lookUp(String how, List<String> rest) throws IOException, InterruptedException {
    if (how.equals("command") && !rest.isEmpty() && !rest.get(0).equals("-v")) {
      return has(rest.get(0)) ? run(rest) : evaluator.external(rest, false);
    }
    int status = 0;
    for (String each : rest.subList(how.equals("type") || rest.isEmpty() ? 0 : 1, rest.size())) {
      boolean own = has(each) || frame.functions.containsKey(each);
      boolean found = own || frame.machine.program(Bytes.toText(each)).isPresent();
      String place = own || each.startsWith("/") ? each : "/usr/bin/" + each;
      if (how.equals("command")) {
        frame.print(found ? place + "\n" : "");
      } else if (!found) {
        frame.print(each + ": not found\n");
      } else {
        frame.print(each + " is " + (own ? "a shell builtin" : place) + "\n");
      }
      status = found ? status : 127;
    }
    return status;
  }
}
