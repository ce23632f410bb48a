package dev.switchback.rehearsal.programs;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code journalctl} over the kernel's log and the units' journals, this boot only. */
public final class Journalctl implements Program {
  /**
   * A line of the journal.
   *
   * @param sequence its number
   * @param at when
   * @param who the identifier, such as {@code kernel}
   * @param unit its unit, or empty
   * @param message the text
   */
  public record Entry(long sequence, Instant at, String who, String unit, String message) {}

  private static final Pattern CURSOR =
      Pattern.compile(
          "s=[0-9a-f]+;i=([0-9a-f]+);b=([0-9a-f]+);m=[0-9a-f]+;t=[0-9a-f]+;x=[0-9a-f]+");
  private static final DateTimeFormatter SHORT =
      DateTimeFormatter.ofPattern("MMM dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final ObjectMapper json = new ObjectMapper();
  private final String hostname;
  private final Supplier<String> bootId;
  private final Supplier<List<Entry>> kernel;
  private final Function<String, List<Entry>> units;

  /**
   * Answers from these journals.
   *
   * @param bootId the boot's id, without dashes
   * @param kernel the kernel's lines of this boot
   * @param units the lines of a unit
   */
  public Journalctl(
      String hostname,
      Supplier<String> bootId,
      Supplier<List<Entry>> kernel,
      Function<String, List<Entry>> units) {
    this.hostname = hostname;
    this.bootId = bootId;
    this.kernel = kernel;
    this.units = units;
  }

  @Override
  public int run(Invocation call) throws IOException {
    List<String> arguments = call.arguments();
    List<Entry> entries = source(arguments);
    Optional<String> cursor = Arguments.value(arguments, "--after-cursor");
    if (cursor.isPresent()) {
      Matcher parsed = CURSOR.matcher(cursor.get());
      if (!parsed.matches()) {
        Texts.error(call, "Failed to seek to cursor: Invalid argument\n");
        return 1;
      }
      entries = after(entries, parsed);
    }
    Optional<String> limit = Arguments.value(arguments, "-n", "--lines");
    if (limit.isPresent() && !limit.get().equals("all")) {
      int number = Integer.parseInt(limit.get());
      entries = entries.subList(Math.max(0, entries.size() - number), entries.size());
    }
    print(call, arguments, entries);
    return 0;
  }

  private List<Entry> source(List<String> arguments) {
    if (Arguments.has(arguments, "-k", "--dmesg")) {
      return kernel.get();
    }
    String unit = Arguments.value(arguments, "-u", "--unit").orElse("");
    return units.apply(unit.indexOf('.') < 0 ? unit + ".service" : unit);
  }

  private List<Entry> after(List<Entry> entries, Matcher cursor) {
    if (!cursor.group(2).equals(bootId.get())) {
      return entries;
    }
    long sequence = Long.parseLong(cursor.group(1), 16);
    return entries.stream().filter(entry -> entry.sequence() > sequence).toList();
  }

  private void print(Invocation call, List<String> arguments, List<Entry> entries)
      throws IOException {
    String output = Arguments.value(arguments, "-o", "--output").orElse("short");
    StringBuilder text = new StringBuilder();
    for (Entry entry : entries) {
      text.append(line(entry, output)).append('\n');
    }
    if (entries.isEmpty() && !Arguments.has(arguments, "-q", "--quiet")) {
      text.append("-- No entries --\n");
    }
    if (arguments.contains("--show-cursor") && !entries.isEmpty()) {
      text.append("-- cursor: ").append(cursor(entries.get(entries.size() - 1))).append('\n');
    }
    call.print(text.toString());
  }

  private String line(Entry entry, String output) throws IOException {
    return switch (output) {
      case "cat" -> entry.message();
      case "json" -> json(entry);
      default ->
          "%s %s %s: %s"
              .formatted(SHORT.format(entry.at()), hostname, entry.who(), entry.message());
    };
  }

  private String json(Entry entry) throws IOException {
    var line = json.createObjectNode();
    line.put("__CURSOR", cursor(entry));
    line.put("__REALTIME_TIMESTAMP", Long.toString(micros(entry.at())));
    line.put("_BOOT_ID", bootId.get());
    line.put("_HOSTNAME", hostname);
    line.put("PRIORITY", entry.who().equals("kernel") ? "4" : "6");
    line.put("SYSLOG_IDENTIFIER", entry.who());
    if (entry.unit().isEmpty()) {
      line.put("_TRANSPORT", "kernel");
    } else {
      line.put("_TRANSPORT", "stdout").put("_SYSTEMD_UNIT", entry.unit());
    }
    line.put("MESSAGE", entry.message());
    return json.writeValueAsString(line);
  }

  private String cursor(Entry entry) {
    long micros = micros(entry.at());
    return "s=%s;i=%x;b=%s;m=%x;t=%x;x=%x"
        .formatted(
            bootId.get(),
            entry.sequence(),
            bootId.get(),
            entry.sequence() * 1000,
            micros,
            entry.message().hashCode());
  }

  private static long micros(Instant at) {
    return at.getEpochSecond() * 1_000_000 + at.getNano() / 1000;
  }
}
