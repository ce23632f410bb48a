package dev.switchback.rehearsal.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a shell, or a subshell, knows: variables, functions, options, descriptors. */
final class Frame {
  /** One open file. An end that it lacks is null. */
  record Open(@Nullable InputStream in, @Nullable OutputStream out) {}

  final Machine machine;
  final Map<String, String> variables;
  final Set<String> exported;
  final Map<String, Syntax.Command> functions;
  final Map<Integer, Open> open;
  final Set<String> options;
  final String name;
  final int shellPid;
  int pid;
  List<String> arguments;
  String directory;
  int status;
  int line = 1;
  int lastBackground;
  int conditions;
  int loops;
  int calls;
  String onExit = "";
  final Map<Integer, Thread> jobs = new LinkedHashMap<>();
  final Map<Integer, java.util.concurrent.atomic.AtomicInteger> jobResults = new HashMap<>();

  Frame(Invocation call, String name, List<String> arguments) {
    this.machine = call.machine();
    this.name = name;
    this.arguments = arguments;
    this.pid = call.pid();
    this.shellPid = call.pid();
    this.directory = call.directory();
    variables = new HashMap<>(Map.of("IFS", " \t\n", "OPTIND", "1"));
    exported = new LinkedHashSet<>();
    functions = new HashMap<>();
    options = new TreeSet<>();
    open = new HashMap<>();
    open.put(0, new Open(call.in(), null));
    open.put(1, new Open(null, call.out()));
    open.put(2, new Open(null, call.err()));
    call.environment()
        .forEach(
            (key, value) -> {
              variables.put(key, Bytes.ofText(value));
              exported.add(key);
            });
    variables.put("IFS", " \t\n");
    variables.put("PWD", directory);
  }

  private Frame(Frame up) {
    machine = up.machine;
    variables = new HashMap<>(up.variables);
    exported = new LinkedHashSet<>(up.exported);
    functions = new HashMap<>(up.functions);
    open = new HashMap<>(up.open);
    options = new TreeSet<>(up.options);
    name = up.name;
    shellPid = up.shellPid;
    pid = up.pid;
    arguments = new ArrayList<>(up.arguments);
    directory = up.directory;
    status = up.status;
    line = up.line;
    lastBackground = up.lastBackground;
    conditions = up.conditions;
    loops = up.loops;
    calls = up.calls;
  }

  Frame subshell() {
    return new Frame(this);
  }

  boolean on(String option) {
    return options.contains(option);
  }

  String get(String variable) {
    return variables.getOrDefault(variable, "");
  }

  void set(String variable, String value) {
    variables.put(variable, value);
    if (on("a")) {
      exported.add(variable);
    }
  }

  InputStream in() {
    Open zero = open.get(0);
    return zero == null || zero.in() == null ? InputStream.nullInputStream() : zero.in();
  }

  OutputStream out(int descriptor) {
    Open found = open.get(descriptor);
    return found == null || found.out() == null ? closed() : found.out();
  }

  private static OutputStream closed() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException("Bad file descriptor");
      }
    };
  }

  void print(String bytes) throws IOException {
    out(1).write(bytes.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    out(1).flush();
  }

  /** Says what is wrong, as dash does: name, line, message. */
  void complain(String message) {
    try {
      String text = name + ": " + line + ": " + message + "\n";
      out(2).write(text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
      out(2).flush();
    } catch (IOException nobodyListens) {
      status = 2;
    }
  }

  String absolute(String path) {
    return path.startsWith("/")
        ? path
        : directory.equals("/") ? "/" + path : directory + "/" + path;
  }

  Map<String, String> environment() {
    Map<String, String> all = new LinkedHashMap<>();
    for (String key : exported) {
      String value = variables.get(key);
      if (value != null) {
        all.put(key, Bytes.toText(value));
      }
    }
    return all;
  }
}
