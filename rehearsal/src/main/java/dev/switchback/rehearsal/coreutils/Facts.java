package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code id whoami date uname hostname basename dirname seq true false echo printf test}. */
final class Facts {
  private static final String DATE = "%a %b %e %H:%M:%S %Z %Y";
  private static final String VERSION = "#1 SMP PREEMPT_DYNAMIC";

  /** strftime(3)'s letters and what Java calls them. */
  private static final Map<Character, String> FORMATS =
      Map.ofEntries(
          Map.entry('Y', "yyyy"),
          Map.entry('m', "MM"),
          Map.entry('d', "dd"),
          Map.entry('H', "HH"),
          Map.entry('M', "mm"),
          Map.entry('S', "ss"),
          Map.entry('N', "nnnnnnnnn"),
          Map.entry('j', "DDD"),
          Map.entry('a', "EEE"),
          Map.entry('A', "EEEE"),
          Map.entry('b', "MMM"),
          Map.entry('B', "MMMM"),
          Map.entry('e', "ppd"),
          Map.entry('F', "yyyy-MM-dd"),
          Map.entry('T', "HH:mm:ss"),
          Map.entry('z', "xx"),
          Map.entry('y', "yy"),
          Map.entry('I', "hh"),
          Map.entry('u', "e"));

  private Facts() {}

  static Map<String, Program> programs() {
    Map<String, Character> when = Map.of("utc", 'u', "universal", 'u', "date", 'd');
    return Map.ofEntries(
        Map.entry("id", Tool.of("ugGnr", Facts::id)),
        Map.entry("whoami", Tool.of("", call -> say(call, "root"))),
        Map.entry("date", Tool.of("ud:", when, Facts::date)),
        Map.entry("uname", Tool.of("asnrvmpio", Facts::uname)),
        Map.entry("hostname", Tool.of("sf", call -> say(call, node(call.invocation())))),
        Map.entry("basename", Tool.of("+as:", Facts::basename)),
        Map.entry("dirname", Tool.of("", Facts::dirname)),
        Map.entry("seq", Facts::seq),
        Map.entry("true", call -> 0),
        Map.entry("false", call -> 1),
        Map.entry("echo", inShell("echo")),
        Map.entry("printf", inShell("printf")),
        Map.entry("test", inShell("test")),
        Map.entry("[", inShell("[")));
  }

  /** A program that the shell has too: it behaves as the shell's. */
  private static Program inShell(String name) {
    return call -> {
      List<String> argv = new ArrayList<>(List.of("sh", "-c", name + " \"$@\"", name));
      argv.addAll(call.arguments());
      Program shell =
          call.machine()
              .program("sh")
              .orElseThrow(() -> new IOException("the machine has no program sh"));
      return shell.run(Children.with(call, argv, call.environment()));
    };
  }

  private static int say(Call call, String line) throws IOException {
    call.print(line + "\n");
    return call.status();
  }

  private static int id(Call call) throws IOException {
    boolean one = call.has('u') || call.has('g') || call.has('G');
    if (!one) {
      return say(call, "uid=0(root) gid=0(root) groups=0(root)");
    }
    return say(call, call.has('n') ? "root" : "0");
  }

  private static int date(Call call) throws IOException {
    String format = call.operands().stream().filter(o -> o.startsWith("+")).findFirst().orElse("");
    String given = call.options().value('d', "");
    Instant at = call.invocation().machine().clock().instant();
    if (given.matches("@-?[0-9]{1,15}")) {
      at = Instant.ofEpochSecond(Long.parseLong(given.substring(1)));
    } else if (!given.isEmpty() && !given.equals("now")) {
      call.fail("invalid date " + Quote.always(given));
      return call.status();
    }
    ZonedDateTime time = at.atZone(ZoneOffset.UTC);
    return say(call, format(format.isEmpty() ? DATE : format.substring(1), time));
  }

  private static String format(String format, ZonedDateTime time) {
    StringBuilder text = new StringBuilder();
    int i = 0;
    while (i < format.length()) {
      char c = format.charAt(i++);
      if (c != '%' || i == format.length()) {
        text.append(c);
        continue;
      }
      char letter = format.charAt(i++);
      String java = FORMATS.get(letter);
      if (java != null) {
        text.append(DateTimeFormatter.ofPattern(java, Locale.ROOT).format(time));
      } else {
        text.append(
            switch (letter) {
              case 's' -> String.valueOf(time.toEpochSecond());
              case 'Z' -> "UTC";
              case '%' -> "%";
              case 'n' -> "\n";
              default -> "%" + letter;
            });
      }
    }
    return text.toString();
  }

  private static String node(Invocation call) {
    return kernel(call, "hostname", "localhost");
  }

  private static String kernel(Invocation call, String name, String otherwise) {
    try {
      byte[] text = call.machine().files().read("/proc/sys/kernel/" + name);
      return new String(text, StandardCharsets.UTF_8).strip();
    } catch (FileError absent) {
      return otherwise;
    }
  }

  private static int uname(Call call) throws IOException {
    Map<Character, String> parts =
        Map.of(
            's',
            "Linux",
            'n',
            node(call.invocation()),
            'r',
            kernel(call.invocation(), "osrelease", "6.1.0"),
            'v',
            kernel(call.invocation(), "version", VERSION),
            'm',
            "x86_64",
            'o',
            "GNU/Linux");
    List<String> asked = new ArrayList<>();
    for (char letter : List.of('s', 'n', 'r', 'v', 'm', 'o')) {
      if (call.has('a') || call.has(letter)) {
        asked.add(parts.getOrDefault(letter, ""));
      }
    }
    return say(call, asked.isEmpty() ? "Linux" : String.join(" ", asked));
  }

  private static int basename(Call call) throws IOException, Options.Wrong {
    List<String> operands = call.someOperands();
    boolean several = call.has('a') || call.has('s');
    if (!several && operands.size() > 2) {
      throw new Options.Wrong("extra operand " + Quote.always(operands.get(2)));
    }
    String suffix =
        call.options().value('s', !several && operands.size() == 2 ? operands.get(1) : "");
    for (String operand : several ? operands : operands.subList(0, 1)) {
      String name = Targets.base(operand);
      boolean cut = !suffix.isEmpty() && name.endsWith(suffix) && !name.equals(suffix);
      say(
          call,
          operand.matches("/+")
              ? "/"
              : cut ? name.substring(0, name.length() - suffix.length()) : name);
    }
    return call.status();
  }

  private static int dirname(Call call) throws IOException, Options.Wrong {
    for (String operand : call.someOperands()) {
      String trimmed = operand.replaceAll("(?<=.)/+$", "");
      int slash = trimmed.lastIndexOf('/');
      String folder = slash < 0 ? "." : trimmed.substring(0, slash).replaceAll("/+$", "");
      say(call, folder.isEmpty() ? "/" : folder);
    }
    return call.status();
  }

  private static int seq(Invocation call) throws IOException {
    List<String> words = call.arguments();
    if (words.isEmpty()) {
      call.complain("missing operand\nTry 'seq --help' for more information.");
      return 1;
    }
    for (String word : words) {
      if (!word.matches("-?[0-9]{1,15}")) {
        call.complain(
            "invalid floating point argument: "
                + Quote.always(word)
                + "\nTry 'seq --help' for more information.");
        return 1;
      }
    }
    long first = words.size() > 1 ? Long.parseLong(words.get(0)) : 1;
    long step = words.size() > 2 ? Long.parseLong(words.get(1)) : 1;
    long last = Long.parseLong(words.get(words.size() - 1));
    if (step == 0) {
      call.complain("invalid Zero increment value: '0'\nTry 'seq --help' for more information.");
      return 1;
    }
    StringBuilder lines = new StringBuilder();
    for (long at = first; step > 0 ? at <= last : at >= last; at += step) {
      lines.append(at).append('\n');
    }
    call.print(lines.toString());
    return 0;
  }
}
