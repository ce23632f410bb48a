package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles.Kind;
import dev.switchback.rehearsal.files.VirtualFiles.Status;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;

/**
 * {@code find PATH... [-mindepth N] [-maxdepth N] [! ] [-name P] [-path P] [-type f|d|l] [-print]
 * [-print0]}: tests joined by "and"; entries in the order of their names.
 */
final class FindProgram implements Program {
  /** What an entry is judged by: its path as printed, and what is there. */
  private interface Test extends BiPredicate<String, Status> {}

  private static final class Search {
    final List<String> from = new ArrayList<>();
    final List<Test> tests = new ArrayList<>();
    int least;
    int most = Integer.MAX_VALUE;
    String end = "\n";
    int status;
  }

  @Override
  public int run(Invocation call) throws IOException {
    Search search = new Search();
    List<String> words = call.arguments();
    int at = 0;
    while (at < words.size() && !words.get(at).startsWith("-") && !words.get(at).equals("!")) {
      search.from.add(words.get(at++));
    }
    if (search.from.isEmpty()) {
      search.from.add(".");
    }
    boolean negated = false;
    while (at < words.size()) {
      String word = words.get(at++);
      boolean valued = List.of("-name", "-path", "-type", "-mindepth", "-maxdepth").contains(word);
      if (valued && at == words.size()) {
        call.complain("missing argument to `" + word + "'");
        return 1;
      }
      String value = valued ? words.get(at++) : "";
      switch (word) {
        case "!", "-not" -> {
          negated = !negated;
          continue;
        }
        case "-name" -> add(search, negated, nameTest(value, false));
        case "-path" -> add(search, negated, nameTest(value, true));
        case "-type" -> add(search, negated, (path, status) -> value.equals(letter(status)));
        case "-mindepth" -> search.least = Integer.parseInt(value);
        case "-maxdepth" -> search.most = Integer.parseInt(value);
        case "-print" -> search.end = "\n";
        case "-print0" -> search.end = "\0";
        default -> {
          call.complain("unknown predicate `" + word + "'");
          return 1;
        }
      }
      negated = false;
    }
    for (String from : search.from) {
      look(call, search, from, 0);
    }
    return search.status;
  }

  private static void add(Search search, boolean negated, Test test) {
    search.tests.add(negated ? (path, status) -> !test.test(path, status) : test);
  }

  private static Test nameTest(String pattern, boolean whole) {
    Pattern compiled = Pattern.compile(Patterns.glob(pattern), Pattern.DOTALL);
    return (path, status) -> {
      String trimmed = path.length() > 1 ? path.replaceAll("/+$", "") : path;
      String subject = whole ? path : trimmed.substring(trimmed.lastIndexOf('/') + 1);
      return compiled.matcher(subject).matches();
    };
  }

  private static String letter(Status status) {
    return switch (status.kind()) {
      case FILE, ATTRIBUTE -> "f";
      case DIRECTORY -> "d";
      case LINK -> "l";
    };
  }

  private static void look(Invocation call, Search search, String path, int depth)
      throws IOException {
    String absolute = path.startsWith("/") ? path : call.directory() + "/" + path;
    try {
      Status status = call.machine().files().lstat(absolute);
      if (depth >= search.least && search.tests.stream().allMatch(t -> t.test(path, status))) {
        call.print(path + search.end);
      }
      if (status.kind() == Kind.DIRECTORY && depth < search.most) {
        for (String name : call.machine().files().list(absolute)) {
          look(call, search, path.endsWith("/") ? path + name : path + "/" + name, depth + 1);
        }
      }
    } catch (FileError refused) {
      call.complain(Quote.always(path) + ": " + refused.text());
      search.status = 1;
    }
  }
}
