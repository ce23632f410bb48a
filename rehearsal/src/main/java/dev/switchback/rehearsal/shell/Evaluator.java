package dev.switchback.rehearsal.shell;

import dev.switchback.rehearsal.shell.Syntax.Command;
import dev.switchback.rehearsal.shell.Syntax.Malformed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs commands in a frame. */
final class Evaluator {
  private static final int BROKEN_PIPE = 141;
  private static final int NOT_FOUND = 127;
  private static final int KILLED = 137;

  /** A body that runs in a process of its own. */
  private interface Body {
    int run() throws IOException, InterruptedException;
  }

  private final Frame frame;
  private final Expander expander;
  private final Builtins builtins;

  Evaluator(Frame frame) {
    this.frame = frame;
    this.expander = new Expander(frame, this);
    this.builtins = new Builtins(frame, this);
  }

  Frame frame() {
    return frame;
  }

  /** A whole script, its EXIT trap included. @return its exit status */
  int script(String text) throws IOException, InterruptedException {
    int status = left(() -> source(text));
    if (!frame.onExit.isEmpty()) {
      String trap = frame.onExit;
      frame.onExit = "";
      frame.status = status;
      int last = status;
      return left(
          () -> {
            source(trap);
            return last;
          });
    }
    return status;
  }

  private int left(Body body) throws IOException, InterruptedException {
    try {
      return body.run();
    } catch (Leave leave) {
      return leave.what() == Leave.What.SHELL ? leave.number() : frame.status;
    }
  }

  int source(String text) throws IOException, InterruptedException {
    try {
      return run(Parser.script(text));
    } catch (Malformed malformed) {
      frame.line = malformed.line();
      frame.complain(String.valueOf(malformed.getMessage()));
      throw new Leave(Leave.What.SHELL, 2);
    }
  }

  int run(Command command) throws IOException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("killed");
    }
    frame.status = dispatch(command, false);
    boolean tested =
        command instanceof Syntax.Simple
            || (command instanceof Syntax.Group group && group.subshell())
            || (command instanceof Syntax.Pipeline pipeline && !pipeline.inverted());
    if (frame.status != 0 && tested && frame.conditions == 0 && frame.on("e")) {
      throw new Leave(Leave.What.SHELL, frame.status);
    }
    return frame.status;
  }

  private int dispatch(Command command, boolean replace) throws IOException, InterruptedException {
    if (command instanceof Syntax.Simple simple) {
      return simple(simple, replace);
    } else if (command instanceof Syntax.Sequence sequence) {
      int status = 0;
      for (Command each : sequence.commands()) {
        status = run(each);
      }
      return status;
    } else if (command instanceof Syntax.AndOr pair) {
      int left = condition(pair.left());
      return (left == 0) == pair.and() ? run(pair.right()) : left;
    } else if (command instanceof Syntax.Pipeline pipeline) {
      return pipeline(pipeline);
    } else if (command instanceof Syntax.If choice) {
      if (condition(choice.condition()) == 0) {
        return run(choice.then());
      }
      return choice.otherwise().isPresent() ? run(choice.otherwise().get()) : 0;
    } else if (command instanceof Syntax.Background background) {
      return background(background.body());
    } else if (command instanceof Syntax.Group group) {
      return group(group);
    } else if (command instanceof Syntax.Function function) {
      frame.functions.put(function.name(), function.body());
      return 0;
    }
    return repeated(command);
  }

  private int repeated(Command command) throws IOException, InterruptedException {
    if (command instanceof Syntax.Loop loop) {
      int status = 0;
      while ((condition(loop.condition()) == 0) != loop.until()) {
        if (!round(loop.body())) {
          break;
        }
        status = frame.status;
      }
      return status;
    } else if (command instanceof Syntax.For each) {
      List<String> values =
          each.words().isPresent()
              ? expander.fields(each.words().get())
              : new ArrayList<>(frame.arguments);
      frame.status = 0;
      for (String value : values) {
        frame.set(each.name(), value);
        if (!round(each.body())) {
          break;
        }
      }
      return frame.status;
    } else if (command instanceof Syntax.Case choice) {
      String subject = expander.text(choice.subject());
      for (Syntax.Branch branch : choice.branches()) {
        for (Syntax.Word pattern : branch.patterns()) {
          if (Glob.compile(expander.pattern(pattern)).matcher(subject).matches()) {
            return run(branch.body());
          }
        }
      }
    }
    return 0;
  }

  private int condition(Command command) throws IOException, InterruptedException {
    frame.conditions++;
    try {
      return run(command);
    } finally {
      frame.conditions--;
    }
  }

  private boolean round(Command body) throws IOException, InterruptedException {
    frame.loops++;
    try {
      run(body);
      return true;
    } catch (Leave leave) {
      boolean mine = leave.what() == Leave.What.LOOP || leave.what() == Leave.What.ROUND;
      if (!mine) {
        throw leave;
      }
      frame.status = 0;
      if (leave.number() > 1 && frame.loops > 1) {
        throw new Leave(leave.what(), leave.number() - 1);
      }
      return leave.what() == Leave.What.ROUND;
    } finally {
      frame.loops--;
    }
  }

  private int group(Syntax.Group group) throws IOException, InterruptedException {
    frame.line = group.line();
    Evaluator inner = group.subshell() ? new Evaluator(frame.subshell()) : this;
    Map<Integer, Frame.Open> saved = new HashMap<>(inner.frame.open);
    try (Redirections redirections = new Redirections(inner.frame, inner.expander)) {
      Optional<String> refused = redirections.apply(group.to());
      if (refused.isPresent()) {
        inner.frame.complain(refused.get());
        return 2;
      }
      return group.subshell() ? inner.whole(group.body()) : run(group.body());
    } finally {
      inner.frame.open.clear();
      inner.frame.open.putAll(saved);
    }
  }

  /** A subshell's body, with its EXIT trap. */
  private int whole(Command body) throws IOException, InterruptedException {
    int status = left(() -> run(body));
    frame.status = status;
    String trap = frame.onExit;
    frame.onExit = "";
    return trap.isEmpty()
        ? status
        : left(
            () -> {
              source(trap);
              return status;
            });
  }

  String output(Command body) throws IOException, InterruptedException {
    Frame sub = frame.subshell();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    sub.open.put(1, new Frame.Open(null, out));
    frame.status = new Evaluator(sub).whole(body);
    return out.toString(StandardCharsets.ISO_8859_1).replace("\0", "").replaceFirst("\n+$", "");
  }

  private record Job(int pid, Thread thread, AtomicInteger status) {}

  private Job start(int parent, String name, int pid, Body body) {
    AtomicInteger status = new AtomicInteger();
    Thread thread =
        new Thread(
            () -> {
              int own = KILLED;
              try {
                own = body.run();
              } catch (InterruptedException | InterruptedIOException killed) {
                own = KILLED;
              } catch (IOException broken) {
                own = BROKEN_PIPE;
              } finally {
                OptionalInt signalled = frame.machine.processes().end(pid);
                status.set(signalled.orElse(own));
              }
            },
            name + "-" + parent + "-" + pid);
    thread.setDaemon(true);
    frame.machine.processes().runOn(pid, thread, name);
    thread.start();
    return new Job(pid, thread, status);
  }

  private int fork(String name) {
    return frame.machine.processes().fork(frame.pid, name, frame.machine.clock().millis() / 10);
  }

  private Job branch(Command body, Frame sub, Runnable atEnd) {
    int pid = fork("sh");
    sub.pid = pid;
    Evaluator inner = new Evaluator(sub);
    return start(
        frame.pid,
        "sh",
        pid,
        () -> {
          try {
            return inner.left(
                () -> body instanceof Syntax.Simple s ? inner.simple(s, true) : inner.whole(body));
          } finally {
            atEnd.run();
          }
        });
  }

  private int pipeline(Syntax.Pipeline pipeline) throws IOException, InterruptedException {
    int status;
    if (pipeline.stages().size() == 1) {
      status = condition(pipeline.stages().get(0));
    } else {
      List<Job> jobs = new ArrayList<>();
      InputStream previous = frame.in();
      for (int i = 0; i < pipeline.stages().size(); i++) {
        Frame sub = frame.subshell();
        InputStream source = previous;
        Pipe pipe = new Pipe();
        boolean first = i == 0;
        boolean last = i == pipeline.stages().size() - 1;
        sub.open.put(0, new Frame.Open(source, null));
        if (!last) {
          sub.open.put(1, new Frame.Open(null, pipe.out));
        }
        previous = pipe.in;
        jobs.add(
            branch(
                pipeline.stages().get(i),
                sub,
                () -> {
                  close(pipe.out);
                  if (!first) {
                    close(source);
                  }
                }));
      }
      for (Job job : jobs) {
        job.thread().join();
      }
      status = jobs.get(jobs.size() - 1).status().get();
    }
    return pipeline.inverted() ? (status == 0 ? 1 : 0) : status;
  }

  private static void close(java.io.Closeable end) {
    try {
      end.close();
    } catch (IOException impossible) {
      throw new java.io.UncheckedIOException(impossible);
    }
  }

  private int background(Command body) {
    Frame sub = frame.subshell();
    sub.open.put(0, new Frame.Open(InputStream.nullInputStream(), null));
    Job job = branch(body, sub, () -> {});
    frame.lastBackground = job.pid();
    frame.jobs.put(job.pid(), job.thread());
    frame.jobResults.put(job.pid(), job.status());
    return 0;
  }

  private int simple(Syntax.Simple command, boolean replace)
      throws IOException, InterruptedException {
    frame.line = command.line();
    List<String> words = expander.fields(command.words());
    boolean exec = !words.isEmpty() && words.get(0).equals("exec");
    Map<Integer, Frame.Open> saved = new HashMap<>(frame.open);
    boolean kept = false;
    try (Redirections redirections = new Redirections(frame, expander)) {
      Optional<String> refused = redirections.apply(command.to());
      if (refused.isPresent()) {
        frame.complain(refused.get());
        if (exec || (!words.isEmpty() && Builtins.special(words.get(0)))) {
          throw new Leave(Leave.What.SHELL, 2);
        }
        return 2;
      }
      kept = exec && words.size() == 1;
      if (kept) {
        redirections.keep();
      }
      return words.isEmpty() ? assign(command) : invoke(command, words, replace);
    } finally {
      if (!kept) {
        frame.open.clear();
        frame.open.putAll(saved);
      }
    }
  }

  private int assign(Syntax.Simple command) throws IOException, InterruptedException {
    frame.status = 0;
    for (Syntax.Assignment each : command.assignments()) {
      frame.set(each.name(), expander.text(each.value()));
    }
    boolean substituted =
        command.assignments().stream()
            .flatMap(a -> a.value().parts().stream())
            .anyMatch(Syntax.Substitution.class::isInstance);
    return substituted ? frame.status : 0;
  }

  private int invoke(Syntax.Simple command, List<String> words, boolean replace)
      throws IOException, InterruptedException {
    Map<String, String> saved = new HashMap<>(frame.variables);
    List<String> exported = new ArrayList<>(frame.exported);
    for (Syntax.Assignment each : command.assignments()) {
      frame.set(each.name(), expander.text(each.value()));
      frame.exported.add(each.name());
    }
    if (frame.on("x")) {
      String line = "+ " + String.join(" ", words) + "\n";
      frame.out(2).write(line.getBytes(StandardCharsets.ISO_8859_1));
    }
    boolean temporary = !command.assignments().isEmpty() && !Builtins.special(words.get(0));
    try {
      return call(words, replace);
    } finally {
      if (temporary) {
        for (Syntax.Assignment each : command.assignments()) {
          String old = saved.get(each.name());
          if (old == null) {
            frame.variables.remove(each.name());
          } else {
            frame.variables.put(each.name(), old);
          }
        }
        frame.exported.clear();
        frame.exported.addAll(exported);
      }
    }
  }

  int call(List<String> words, boolean replace) throws IOException, InterruptedException {
    Command function = frame.functions.get(words.get(0));
    if (function != null && !Builtins.special(words.get(0))) {
      return function(function, words);
    }
    return builtins.has(words.get(0)) ? builtins.run(words) : external(words, replace);
  }

  private int function(Command body, List<String> words) throws IOException, InterruptedException {
    List<String> saved = frame.arguments;
    int loops = frame.loops;
    frame.arguments = new ArrayList<>(words.subList(1, words.size()));
    frame.loops = 0;
    frame.calls++;
    try {
      return run(body);
    } catch (Leave leave) {
      if (leave.what() != Leave.What.FUNCTION) {
        throw leave;
      }
      return leave.number();
    } finally {
      frame.arguments = saved;
      frame.loops = loops;
      frame.calls--;
    }
  }

  /** Runs a program; {@code replace} gives it this process's id and thread. */
  int external(List<String> words, boolean replace) throws IOException, InterruptedException {
    String name = Bytes.toText(words.get(0));
    Optional<Program> program = frame.machine.program(name);
    if (program.isEmpty()) {
      frame.complain(words.get(0) + ": not found");
      return NOT_FOUND;
    }
    String base = name.substring(name.lastIndexOf('/') + 1);
    int pid = replace ? frame.pid : fork(base);
    Invocation call =
        new Invocation(
            words.stream().map(Bytes::toText).toList(),
            frame.environment(),
            frame.directory,
            pid,
            frame.in(),
            frame.out(1),
            frame.out(2),
            frame.machine);
    Body body =
        () -> {
          int status = program.get().run(call);
          call.out().flush();
          return status;
        };
    if (replace) {
      frame.machine.processes().runOn(pid, Thread.currentThread(), base);
      return body.run();
    }
    Job job = start(frame.pid, base, pid, body);
    job.thread().join();
    return job.status().get();
  }
}
