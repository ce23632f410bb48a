package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.files.Digests;
import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.shell.Program;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code cat tee head tail wc sha256sum}. */
final class Reading {
  private static final Pattern COUNT = Pattern.compile("([+-]?)([0-9]{1,15})(b|kB|K|MB|M|)");
  private static final Map<String, Long> UNITS =
      Map.of("", 1L, "b", 512L, "kB", 1000L, "K", 1024L, "MB", 1_000_000L, "M", 1_048_576L);
  private static final int PIPE_WIDTH = 7;
  private static final Map<String, Character> PARTS =
      Map.of("lines", 'n', "bytes", 'c', "quiet", 'q', "silent", 'q', "verbose", 'v');

  private Reading() {}

  static Map<String, Program> programs() {
    return Map.of(
        "cat", Tool.of("u", Reading::cat),
        "tee", Tool.of("aip", Map.of("append", 'a', "ignore-interrupts", 'i'), Reading::tee),
        "head", plainNumbers(Tool.of("n:c:qvz", PARTS, call -> part(call, true))),
        "tail", plainNumbers(Tool.of("n:c:qvz", PARTS, call -> part(call, false))),
        "wc", Tool.of("lwcm", Map.of("lines", 'l', "words", 'w', "bytes", 'c'), Reading::wc),
        "sha256sum", Tool.of("bt", Reading::sha256sum));
  }

  /** {@code head -3}: the older spelling of {@code -n 3}. */
  private static Program plainNumbers(Tool tool) {
    return call -> {
      List<String> argv = new ArrayList<>(call.argv());
      if (argv.size() > 1 && argv.get(1).matches("-[0-9]+")) {
        argv.set(1, "-n" + argv.get(1).substring(1));
      }
      return tool.run(Children.with(call, argv, call.environment()));
    };
  }

  private static List<String> sources(Call call) {
    return call.operands().isEmpty() ? List.of("-") : call.operands();
  }

  /** All of a file, or of standard input for {@code -}; empty after a complaint. */
  static Optional<byte[]> content(Call call, int number, String prefix, String operand, String tail)
      throws IOException {
    if (operand.equals("-")) {
      return Optional.of(call.invocation().in().readAllBytes());
    }
    return call.look(
        number,
        prefix + Quote.ifNeeded(operand) + tail,
        () -> call.files().read(call.path(operand)));
  }

  private static int cat(Call call) throws IOException {
    for (String operand : sources(call)) {
      if (operand.equals("-")) {
        call.invocation().in().transferTo(call.out());
      } else {
        Optional<byte[]> content = content(call, 1, "", operand, "");
        if (content.isPresent()) {
          call.out().write(content.get());
        }
      }
    }
    return call.status();
  }

  /** Opens its files, then reads; an attribute gets all input as one write. */
  private static int tee(Call call) throws IOException {
    List<String> open = new ArrayList<>();
    for (String operand : call.operands()) {
      boolean opened = call.attempt(Quote.ifNeeded(operand), () -> openForTee(call, operand));
      if (opened) {
        open.add(operand);
      }
    }
    byte[] input = call.invocation().in().readAllBytes();
    call.out().write(input);
    call.out().flush();
    for (String operand : open) {
      call.attempt(Quote.ifNeeded(operand), () -> call.files().append(call.path(operand), input));
    }
    return call.status();
  }

  private static void openForTee(Call call, String operand) throws FileError {
    String path = call.path(operand);
    if (call.has('a')) {
      call.files().append(path, new byte[0]);
    } else {
      call.files().write(path, new byte[0]);
    }
  }

  private static int part(Call call, boolean first) throws IOException {
    char unit = call.options().last("nc") == 'c' ? 'c' : 'n';
    String amount = call.options().value(unit, "10");
    Matcher count = COUNT.matcher(amount);
    if (!count.matches()) {
      call.fail(
          "invalid number of " + (unit == 'c' ? "bytes" : "lines") + ": " + Quote.always(amount));
      return call.status();
    }
    long number = Long.parseLong(count.group(2)) * UNITS.getOrDefault(count.group(3), 1L);
    boolean titled = (sources(call).size() > 1 && !call.has('q')) || call.has('v');
    boolean any = false;
    for (String operand : sources(call)) {
      boolean streamed = first && operand.equals("-") && !count.group(1).equals("-");
      Optional<byte[]> content =
          streamed
              ? Optional.of(beginning(call.invocation().in(), number, unit))
              : content(call, 1, "cannot open ", operand, " for reading");
      if (content.isEmpty()) {
        continue;
      }
      if (titled) {
        String title = operand.equals("-") ? "standard input" : operand;
        call.print((any ? "\n" : "") + "==> " + title + " <==\n");
      }
      any = true;
      byte[] all = content.get();
      int at = (int) cut(all, number, count.group(1), unit, first);
      call.out().write(first ? Arrays.copyOf(all, at) : Arrays.copyOfRange(all, at, all.length));
    }
    return call.status();
  }

  /** Reads no more than is printed, as what writes may never end. */
  private static byte[] beginning(InputStream in, long number, char unit) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    long left = number;
    while (left > 0) {
      int b = in.read();
      if (b < 0) {
        break;
      }
      read.write(b);
      left -= unit == 'c' || b == '\n' ? 1 : 0;
    }
    return read.toByteArray();
  }

  /** Where the part that is printed ends (head) or begins (tail). */
  private static long cut(byte[] all, long number, String sign, char unit, boolean first) {
    long units = unit == 'c' ? all.length : lines(all);
    long before =
        first
            ? (sign.equals("-") ? units - number : number)
            : (sign.equals("+") ? number - 1 : units - number);
    before = Math.max(0, Math.min(units, before));
    return unit == 'c' ? before : offset(all, before);
  }

  /** Counts lines, an unended one too. */
  private static long lines(byte[] all) {
    long ended = newlines(all);
    return all.length > 0 && all[all.length - 1] != '\n' ? ended + 1 : ended;
  }

  private static long newlines(byte[] all) {
    long count = 0;
    for (byte b : all) {
      count += b == '\n' ? 1 : 0;
    }
    return count;
  }

  private static int offset(byte[] all, long lines) {
    int at = 0;
    for (long line = 0; line < lines && at < all.length; line++) {
      while (at < all.length && all[at] != '\n') {
        at++;
      }
      at = Math.min(all.length, at + 1);
    }
    return at;
  }

  private static int wc(Call call) throws IOException {
    String asked =
        "lwcm"
            .chars()
            .filter(c -> call.has((char) c))
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    String columns = asked.isEmpty() ? "lwc" : asked;
    Map<String, long[]> counts = new LinkedHashMap<>();
    long[] total = new long[columns.length()];
    long bytes = 0;
    for (String operand : sources(call)) {
      Optional<byte[]> content = content(call, 1, "", operand, "");
      if (content.isPresent()) {
        long[] row = counts(content.get(), columns);
        counts.put(operand, row);
        bytes += content.get().length;
        for (int i = 0; i < row.length; i++) {
          total[i] += row[i];
        }
      }
    }
    boolean several = sources(call).size() > 1;
    int width = width(call, columns, several, bytes);
    for (Map.Entry<String, long[]> row : counts.entrySet()) {
      String name = call.operands().isEmpty() ? "" : " " + row.getKey();
      call.print(row(row.getValue(), width) + name + "\n");
    }
    if (several) {
      call.print(row(total, width) + " total\n");
    }
    return call.status();
  }

  private static int width(Call call, String columns, boolean several, long bytes) {
    if (columns.length() == 1 && !several) {
      return 1;
    }
    return sources(call).contains("-") ? PIPE_WIDTH : String.valueOf(bytes).length();
  }

  private static long[] counts(byte[] content, String columns) {
    String text = new String(content, StandardCharsets.ISO_8859_1);
    Matcher word = Pattern.compile("[^ \t\n\r\f\u000b]+").matcher(text);
    long words = word.results().count();
    long[] row = new long[columns.length()];
    for (int i = 0; i < row.length; i++) {
      row[i] =
          switch (columns.charAt(i)) {
            case 'l' -> newlines(content);
            case 'w' -> words;
            default -> content.length;
          };
    }
    return row;
  }

  private static String row(long[] counts, int width) {
    List<String> cells = new ArrayList<>();
    for (long count : counts) {
      String cell = String.valueOf(count);
      cells.add(" ".repeat(Math.max(0, width - cell.length())) + cell);
    }
    return String.join(" ", cells);
  }

  private static int sha256sum(Call call) throws IOException {
    for (String operand : sources(call)) {
      Optional<byte[]> content = content(call, 1, "", operand, "");
      if (content.isPresent()) {
        call.print(Digests.sha256(content.get()) + "  " + operand + "\n");
      }
    }
    return call.status();
  }
}
