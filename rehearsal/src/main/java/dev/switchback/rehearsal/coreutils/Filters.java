package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** {@code grep sort uniq cut tr}: bytes are taken as characters, as in the C locale. */
final class Filters {
  private static final int TROUBLE = 2;
  private static final Pattern NUMBER = Pattern.compile("[ \t]*(-?[0-9]*\\.?[0-9]*).*");
  private static final Pattern RANGE = Pattern.compile("([0-9]*)(-?)([0-9]*)");

  private Filters() {}

  static Map<String, Program> programs() {
    return Map.of(
        "grep",
        new Tool(
            "qFEGe:vcinhHsxwlo",
            Map.of(
                "quiet",
                'q',
                "fixed-strings",
                'F',
                "extended-regexp",
                'E',
                "regexp",
                'e',
                "invert-match",
                'v',
                "count",
                'c',
                "ignore-case",
                'i'),
            TROUBLE,
            Filters::grep),
        "sort",
        new Tool(
            "nru",
            Map.of("numeric-sort", 'n', "reverse", 'r', "unique", 'u'),
            TROUBLE,
            Filters::sort),
        "uniq",
        Tool.of("cdu", Filters::uniq),
        "cut",
        Tool.of("b:c:d:f:s", Map.of("delimiter", 'd', "fields", 'f'), Filters::cut),
        "tr",
        Tool.of("dscC", Map.of("delete", 'd', "squeeze-repeats", 's'), Filters::tr));
  }

  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private static List<String> lines(byte[] content) {
    String text = new String(content, StandardCharsets.ISO_8859_1);
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    if (lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    return lines;
  }

  /** The lines of all operands, or of standard input; complaints name an operand. */
  private static List<String> allLines(Call call, int number, String prefix) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String operand : call.operands().isEmpty() ? List.of("-") : call.operands()) {
      Reading.content(call, number, prefix, operand, "").ifPresent(c -> lines.addAll(lines(c)));
    }
    return lines;
  }

  private static int grep(Call call) throws IOException {
    List<String> operands = new ArrayList<>(call.operands());
    List<String> patterns = new ArrayList<>(call.options().values('e'));
    if (patterns.isEmpty() && operands.isEmpty()) {
      call.invocation()
          .err()
          .write(
              "Usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.\n"
                  .getBytes(StandardCharsets.UTF_8));
      return TROUBLE;
    }
    if (patterns.isEmpty()) {
      patterns.add(operands.remove(0));
    }
    Optional<Pattern> pattern = pattern(call, patterns);
    if (pattern.isEmpty()) {
      return TROUBLE;
    }
    if (operands.isEmpty()) {
      operands.add("-");
    }
    boolean named = call.options().last("hH") == 'H' || (operands.size() > 1 && !call.has('h'));
    boolean any = false;
    for (String operand : operands) {
      if (!operand.equals("-") && call.isDirectory(operand)) {
        call.fail(TROUBLE, Quote.ifNeeded(operand) + ": Is a directory");
        continue;
      }
      Optional<byte[]> content = grepped(call, operand);
      if (content.isPresent()) {
        String name = operand.equals("-") ? "(standard input)" : operand;
        any |= search(call, pattern.get(), lines(content.get()), named ? name + ":" : "", name);
      }
      if (any && call.has('q')) {
        return 0;
      }
    }
    return call.status() > 0 ? call.status() : any ? 0 : 1;
  }

  private static Optional<byte[]> grepped(Call call, String operand) throws IOException {
    if (call.has('s') && !operand.equals("-") && !call.files().exists(call.path(operand))) {
      return Optional.empty();
    }
    return Reading.content(call, TROUBLE, "", operand, "");
  }

  private static Optional<Pattern> pattern(Call call, List<String> given) throws IOException {
    char kind = call.options().last("FEG");
    List<String> each = new ArrayList<>();
    for (String patterns : given) {
      for (String one : bytes(patterns).split("\n", -1)) {
        each.add(kind == 'F' ? Pattern.quote(one) : Patterns.regex(one, kind == 'E'));
      }
    }
    String all = String.join("|", each);
    if (call.has('w')) {
      all = "(?<![A-Za-z0-9_])(?:" + all + ")(?![A-Za-z0-9_])";
    }
    if (call.has('x')) {
      all = "^(?:" + all + ")$";
    }
    try {
      return Optional.of(Pattern.compile(all, call.has('i') ? Pattern.CASE_INSENSITIVE : 0));
    } catch (PatternSyntaxException illegal) {
      call.fail(TROUBLE, "Invalid regular expression");
      return Optional.empty();
    }
  }

  private static boolean search(
      Call call, Pattern pattern, List<String> lines, String prefix, String name)
      throws IOException {
    int found = 0;
    for (int i = 0; i < lines.size(); i++) {
      Matcher matcher = pattern.matcher(lines.get(i));
      if (matcher.find() == call.has('v')) {
        continue;
      }
      found++;
      if (call.has('q') || call.has('l')) {
        break;
      }
      String start = bytes(prefix) + (call.has('n') ? (i + 1) + ":" : "");
      if (!call.has('c')) {
        for (String shown : shown(call, matcher, lines.get(i))) {
          call.printBytes(start + shown + "\n");
        }
      }
    }
    if (call.has('l') && found > 0 && !call.has('q')) {
      call.print(name + "\n");
    } else if (call.has('c') && !call.has('q') && !call.has('l')) {
      call.print(prefix + found + "\n");
    }
    return found > 0;
  }

  private static List<String> shown(Call call, Matcher matcher, String line) {
    if (!call.has('o')) {
      return List.of(line);
    }
    return call.has('v')
        ? List.of()
        : matcher.reset().results().map(m -> m.group()).filter(m -> !m.isEmpty()).toList();
  }

  private static int sort(Call call) throws IOException {
    List<String> lines = allLines(call, TROUBLE, "cannot read: ");
    if (call.status() > 0) {
      return call.status();
    }
    Comparator<String> numeric = Comparator.comparing(Filters::number);
    Comparator<String> keys = call.has('n') ? numeric : Comparator.naturalOrder();
    Comparator<String> order = call.has('u') ? keys : keys.thenComparing(Comparator.naturalOrder());
    lines.sort(call.has('r') ? order.reversed() : order);
    String before = null;
    for (String line : lines) {
      if (!call.has('u') || before == null || keys.compare(before, line) != 0) {
        call.printBytes(line + "\n");
      }
      before = line;
    }
    return call.status();
  }

  private static BigDecimal number(String line) {
    Matcher number = NUMBER.matcher(line);
    String digits = number.matches() ? number.group(1) : "";
    return digits.matches(".*[0-9].*") ? new BigDecimal(digits) : BigDecimal.ZERO;
  }

  private static int uniq(Call call) throws IOException {
    List<String> lines = allLines(call, 1, "");
    int at = 0;
    while (at < lines.size()) {
      int next = at;
      while (next < lines.size() && lines.get(next).equals(lines.get(at))) {
        next++;
      }
      int count = next - at;
      boolean wanted = count > 1 ? !call.has('u') : !call.has('d');
      if (wanted) {
        String number = call.has('c') ? String.format(java.util.Locale.ROOT, "%7d ", count) : "";
        call.printBytes(number + lines.get(at) + "\n");
      }
      at = next;
    }
    return call.status();
  }

  private static int cut(Call call) throws IOException, Options.Wrong {
    boolean fields = call.has('f');
    String list = call.options().value(fields ? 'f' : call.has('c') ? 'c' : 'b', "");
    if (list.isEmpty()) {
      throw new Options.Wrong("you must specify a list of bytes, characters, or fields");
    }
    String delimiter = bytes(call.options().value('d', "\t"));
    if (delimiter.length() != 1) {
      throw new Options.Wrong("the delimiter must be a single character");
    }
    for (String line : lines(cutInput(call))) {
      List<String> parts = fields ? split(line, delimiter) : split(line, "");
      if (fields && parts.size() == 1) {
        if (!call.has('s')) {
          call.printBytes(line + "\n");
        }
        continue;
      }
      List<String> kept = new ArrayList<>();
      IntPredicate chosen = chosen(list);
      for (int i = 0; i < parts.size(); i++) {
        if (chosen.test(i + 1)) {
          kept.add(parts.get(i));
        }
      }
      call.printBytes(String.join(fields ? delimiter : "", kept) + "\n");
    }
    return call.status();
  }

  private static byte[] cutInput(Call call) throws IOException {
    String all = String.join("\n", allLines(call, 1, ""));
    return (all.isEmpty() ? "" : all + "\n").getBytes(StandardCharsets.ISO_8859_1);
  }

  private static List<String> split(String line, String delimiter) {
    return delimiter.isEmpty()
        ? line.chars().mapToObj(Character::toString).toList()
        : List.of(line.split(Pattern.quote(delimiter), -1));
  }

  private static IntPredicate chosen(String list) throws Options.Wrong {
    BitSet chosen = new BitSet();
    int open = Integer.MAX_VALUE;
    for (String part : list.split(",", -1)) {
      Matcher range = RANGE.matcher(part);
      if (!range.matches() || part.isEmpty() || part.equals("-") || part.equals("0")) {
        throw new Options.Wrong("invalid field value " + Quote.always(part));
      }
      int from = range.group(1).isEmpty() ? 1 : Integer.parseInt(range.group(1));
      if (range.group(2).isEmpty()) {
        chosen.set(from);
      } else if (range.group(3).isEmpty()) {
        open = Math.min(open, from);
      } else {
        chosen.set(from, Integer.parseInt(range.group(3)) + 1);
      }
    }
    int onwards = open;
    return number -> number >= onwards || chosen.get(number);
  }

  private static int tr(Call call) throws IOException, Options.Wrong {
    List<String> sets = call.someOperands();
    boolean delete = call.has('d');
    if (sets.size() == 1 && !delete && !call.has('s')) {
      throw new Options.Wrong(
          "missing operand after "
              + Quote.always(sets.get(0))
              + "\nTwo strings must be given when translating.");
    }
    String first = Sets.expand(bytes(sets.get(0)));
    String second = sets.size() > 1 ? Sets.expand(bytes(sets.get(1))) : "";
    if (call.has('c') || call.has('C')) {
      first = Sets.complement(first);
    }
    String squeezed = !call.has('s') ? "" : second.isEmpty() ? first : second;
    byte[] input = call.invocation().in().readAllBytes();
    StringBuilder out = new StringBuilder();
    char before = 0xffff;
    for (byte b : input) {
      char c = (char) (b & 0xff);
      int at = first.lastIndexOf(c);
      if (at >= 0 && delete) {
        continue;
      }
      if (at >= 0 && !second.isEmpty()) {
        c = second.charAt(Math.min(first.indexOf(c), second.length() - 1));
      }
      if (c != before || squeezed.indexOf(c) < 0) {
        out.append(c);
      }
      before = c;
    }
    call.printBytes(out.toString());
    return call.status();
  }
}
