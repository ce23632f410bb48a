package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Processes;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Programs that run others, or end them: {@code env sudo setsid nohup timeout xargs kill}. */
final class Wrapping {
  private static final int NOT_FOUND = 127;
  private static final int TROUBLE = 125;
  private static final int TIMED_OUT = 124;
  private static final int KILLED = 137;
  private static final int SIGNALLED = 128;
  private static final int XARGS_FAILED = 123;
  private static final int KILL = 9;
  private static final Pattern ASSIGNMENT = Pattern.compile("([^=]+)=(.*)", Pattern.DOTALL);
  private static final Pattern DURATION = Pattern.compile("([0-9]*\\.?[0-9]+|[0-9]+\\.)([smhd]?)");
  private static final Map<String, Integer> SIGNALS =
      Map.ofEntries(
          Map.entry("HUP", 1),
          Map.entry("INT", 2),
          Map.entry("QUIT", 3),
          Map.entry("KILL", KILL),
          Map.entry("USR1", 10),
          Map.entry("USR2", 12),
          Map.entry("PIPE", 13),
          Map.entry("ALRM", 14),
          Map.entry("TERM", 15),
          Map.entry("CONT", 18));

  private Wrapping() {}

  static Map<String, Program> programs() {
    Map<String, Character> time =
        Map.of("kill-after", 'k', "signal", 's', "preserve-status", 'p', "foreground", 'f');
    return Map.of(
        "env",
        new Tool("+iu:C:", Map.of("ignore-environment", 'i', "unset", 'u'), TROUBLE, Wrapping::env),
        "sudo",
        Tool.of("+nu:Ek", Map.of("non-interactive", 'n', "user", 'u'), Wrapping::sudo),
        "setsid",
        Tool.of("+wfc", Map.of("wait", 'w', "fork", 'f'), Wrapping::setsid),
        "nohup",
        new Tool("+", Map.of(), TROUBLE, Wrapping::nohup),
        "timeout",
        new Tool("+k:s:vpf", time, TROUBLE, Wrapping::timeout),
        "xargs",
        Tool.of("+n:0rI:d:t", Map.of("null", '0'), Wrapping::xargs),
        "kill",
        Wrapping::kill,
        "sleep",
        Tool.of("", Wrapping::sleep));
  }

  private static Optional<Program> program(Invocation call, List<String> words) {
    return call.machine().program(words.get(0));
  }

  /** Puts the program of some words in the place of the caller; {@code absent} if there is none. */
  private static int become(
      Call call, List<String> words, Map<String, String> environment, String absent, int number)
      throws IOException, InterruptedException {
    Invocation own = Children.with(call.invocation(), words, environment);
    Optional<Program> program = program(own, words);
    if (program.isEmpty()) {
      call.fail(number, absent);
      return call.status();
    }
    return Children.replace(own, program.get());
  }

  private static String noSuch(String name) {
    return Quote.always(name) + ": No such file or directory";
  }

  private static int env(Call call) throws IOException, InterruptedException {
    Map<String, String> environment = new LinkedHashMap<>();
    List<String> words = new ArrayList<>(call.operands());
    boolean empty = call.has('i') || (!words.isEmpty() && words.get(0).equals("-"));
    if (!words.isEmpty() && words.get(0).equals("-")) {
      words.remove(0);
    }
    if (!empty) {
      environment.putAll(call.invocation().environment());
    }
    call.options().values('u').forEach(environment::remove);
    while (!words.isEmpty()) {
      Matcher assignment = ASSIGNMENT.matcher(words.get(0));
      if (!assignment.matches()) {
        break;
      }
      environment.put(assignment.group(1), assignment.group(2));
      words.remove(0);
    }
    if (words.isEmpty()) {
      for (Map.Entry<String, String> variable : environment.entrySet()) {
        call.print(variable.getKey() + "=" + variable.getValue() + "\n");
      }
      return 0;
    }
    return become(call, words, environment, noSuch(words.get(0)), NOT_FOUND);
  }

  /** Everyone here is root: {@code sudo} only takes itself away. */
  private static int sudo(Call call) throws IOException, InterruptedException, Options.Wrong {
    List<String> words = call.someOperands();
    return become(
        call, words, call.invocation().environment(), words.get(0) + ": command not found", 1);
  }

  private static int nohup(Call call) throws IOException, InterruptedException, Options.Wrong {
    List<String> words = call.someOperands();
    String absent = "failed to run command " + noSuch(words.get(0));
    return become(call, words, call.invocation().environment(), absent, NOT_FOUND);
  }

  private static int setsid(Call call) throws IOException, InterruptedException {
    List<String> words = call.operands();
    Invocation own = call.invocation();
    if (words.isEmpty()) {
      call.fail("no command specified");
      return call.status();
    }
    String absent = "failed to execute " + words.get(0) + ": No such file or directory";
    Processes processes = own.machine().processes();
    boolean leader =
        processes.all().stream().anyMatch(p -> p.pid() == own.pid() && p.group() == own.pid());
    if (!leader && !call.has('f')) {
      processes.newSession(own.pid());
      return become(call, words, own.environment(), absent, NOT_FOUND);
    }
    Invocation child = Children.with(own, words, own.environment());
    Optional<Program> program = program(child, words);
    if (program.isEmpty()) {
      call.fail(NOT_FOUND, absent);
      return call.status();
    }
    Children.Child started = Children.start(child, program.get(), true);
    return call.has('w') ? await(started) : 0;
  }

  private static int await(Children.Child child) throws InterruptedException {
    try {
      return child.status().get();
    } catch (ExecutionException impossible) {
      throw new CompletionException(impossible);
    }
  }

  private static int timeout(Call call) throws IOException, InterruptedException, Options.Wrong {
    List<String> words = call.someOperands();
    Optional<Duration> limit = duration(words.get(0));
    Optional<Duration> grace = duration(call.options().value('k', "0"));
    if (limit.isEmpty() || grace.isEmpty()) {
      String bad = limit.isEmpty() ? words.get(0) : call.options().value('k', "");
      throw new Options.Wrong("invalid time interval " + Quote.always(bad));
    }
    if (words.size() < 2) {
      throw new Options.Wrong("missing operand");
    }
    Optional<Integer> signal = signal(call.options().value('s', "TERM"));
    if (signal.isEmpty()) {
      throw new Options.Wrong(Quote.always(call.options().value('s', "")) + ": invalid signal");
    }
    List<String> inner = words.subList(1, words.size());
    Invocation own = call.invocation();
    Optional<Program> program = program(own, inner);
    if (program.isEmpty()) {
      call.fail(NOT_FOUND, "failed to run command " + noSuch(inner.get(0)));
      return call.status();
    }
    Children.Child child =
        Children.start(Children.with(own, inner, own.environment()), program.get(), false);
    return guarded(call, child, limit.get(), grace.get(), signal.get());
  }

  private static int guarded(
      Call call, Children.Child child, Duration limit, Duration grace, int signal)
      throws InterruptedException {
    Processes processes = call.invocation().machine().processes();
    try {
      Optional<Integer> status = within(child, limit);
      if (status.isPresent()) {
        return status.get();
      }
      processes.signal(child.pid(), signal);
      if (!grace.isZero() && within(child, grace).isEmpty()) {
        processes.signal(child.pid(), KILL);
        await(child);
        return KILLED;
      }
      int last = await(child);
      return call.has('p') ? last : signal == KILL ? KILLED : TIMED_OUT;
    } catch (InterruptedException killed) {
      processes.signal(child.pid(), signal);
      throw killed;
    }
  }

  private static Optional<Integer> within(Children.Child child, Duration limit)
      throws InterruptedException {
    if (limit.isZero()) {
      return Optional.of(await(child));
    }
    try {
      return Optional.of(child.status().get(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException late) {
      return Optional.empty();
    } catch (ExecutionException impossible) {
      throw new CompletionException(impossible);
    }
  }

  private static int xargs(Call call) throws IOException, InterruptedException {
    String input = new String(call.invocation().in().readAllBytes(), StandardCharsets.UTF_8);
    List<String> words = call.operands().isEmpty() ? List.of("echo") : call.operands();
    String mark = call.options().value('I', "");
    List<String> items = items(call, input, mark);
    if (items.isEmpty() && (call.has('r') || !mark.isEmpty())) {
      return 0;
    }
    int most = mark.isEmpty() ? Integer.parseInt(call.options().value('n', "100000")) : 1;
    int at = 0;
    int status = 0;
    do {
      List<String> some = items.subList(at, Math.min(items.size(), at + most));
      List<String> command = new ArrayList<>();
      words.forEach(w -> command.add(mark.isEmpty() ? w : w.replace(mark, some.get(0))));
      if (mark.isEmpty()) {
        command.addAll(some);
      }
      Optional<Program> program = program(call.invocation(), command);
      if (program.isEmpty()) {
        call.fail(NOT_FOUND, command.get(0) + ": No such file or directory");
        return call.status();
      }
      Invocation child = Children.with(call.invocation(), command, call.invocation().environment());
      int own = await(Children.start(child, program.get(), false));
      status = own == 0 ? status : own > SIGNALLED ? TROUBLE : XARGS_FAILED;
      at += most;
    } while (at < items.size() && status != TROUBLE);
    return status;
  }

  private static List<String> items(Call call, String input, String mark) {
    if (call.has('0')) {
      return List.of(input.split("\0", -1)).stream().filter(i -> !i.isEmpty()).toList();
    }
    if (!mark.isEmpty()) {
      return input.lines().map(String::stripLeading).filter(i -> !i.isEmpty()).toList();
    }
    List<String> items = new ArrayList<>();
    Matcher item =
        Pattern.compile("(?:\"[^\"\n]*\"|'[^'\n]*'|\\\\.|[^\\s\"'\\\\])+", Pattern.DOTALL)
            .matcher(input);
    Pattern part = Pattern.compile("\"([^\"]*)\"|'([^']*)'|\\\\(.)|([^\"'\\\\]+)", Pattern.DOTALL);
    while (item.find()) {
      StringBuilder plain = new StringBuilder();
      Matcher parts = part.matcher(item.group());
      while (parts.find()) {
        for (int i = 1; i <= parts.groupCount(); i++) {
          plain.append(parts.group(i) == null ? "" : parts.group(i));
        }
      }
      items.add(plain.toString());
    }
    return items;
  }

  private static Optional<Integer> signal(String name) {
    String plain = name.toUpperCase(Locale.ROOT).replaceFirst("^SIG", "");
    return plain.matches("[0-9]{1,2}")
        ? Optional.of(Integer.valueOf(plain))
        : Optional.ofNullable(SIGNALS.get(plain));
  }

  private static int kill(Invocation call) throws IOException {
    List<String> words = new ArrayList<>(call.arguments());
    String name = "TERM";
    if (words.size() > 1 && words.get(0).matches("-s|-n|--signal")) {
      name = words.get(1);
      words.subList(0, 2).clear();
    } else if (!words.isEmpty() && words.get(0).matches("-[A-Z0-9].*") && words.size() > 1) {
      name = words.remove(0).substring(1);
    }
    words.remove("--");
    Optional<Integer> signal = signal(name);
    if (signal.isEmpty()) {
      call.complain("invalid signal: " + name);
      return 1;
    }
    int status = 0;
    for (String target : words) {
      boolean number = target.matches("-?[0-9]{1,9}");
      if (!number) {
        call.complain("failed to parse argument: '" + target + "'");
        status = 1;
      } else if (!call.machine().processes().signal(Integer.parseInt(target), signal.get())) {
        call.complain("(" + target + "): No such process");
        status = 1;
      }
    }
    return status;
  }

  private static Optional<Duration> duration(String text) {
    Matcher parts = DURATION.matcher(text);
    if (text.matches("inf(inity)?")) {
      return Optional.of(Duration.ofDays(36_500));
    }
    if (!parts.matches()) {
      return Optional.empty();
    }
    double unit =
        switch (String.valueOf(parts.group(2))) {
          case "m" -> 60;
          case "h" -> 3600;
          case "d" -> 86_400;
          default -> 1;
        };
    double seconds = Double.parseDouble(parts.group(1)) * unit;
    return Optional.of(Duration.ofNanos((long) (Math.min(seconds, 3e9) * 1e9)));
  }

  private static int sleep(Call call) throws InterruptedException, Options.Wrong {
    Duration all = Duration.ZERO;
    for (String operand : call.someOperands()) {
      Optional<Duration> one = duration(operand);
      if (one.isEmpty()) {
        throw new Options.Wrong("invalid time interval " + Quote.always(operand));
      }
      all = all.plus(one.get());
    }
    TimeUnit.NANOSECONDS.sleep(all.toNanos());
    return 0;
  }
}
