package dev.switchback.rehearsal.shell;

import dev.switchback.rehearsal.files.FileError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code sh}: a subset of POSIX.1-2017 XCU 2 with dash's messages: {@code sh -c SCRIPT NAME
 * ARGS...}, {@code sh FILE ARGS...}, or the script on standard input.
 */
public final class Shell implements Program {
  private static final int WRONG = 2;

  @Override
  public int run(Invocation call) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(call.argv().stream().map(Bytes::ofText).toList());
    String name = words.remove(0);
    List<String> options = new ArrayList<>();
    boolean inline = false;
    while (!words.isEmpty() && words.get(0).matches("-[a-zA-Z]+|--")) {
      String option = words.remove(0);
      if (option.equals("--")) {
        break;
      }
      inline |= option.contains("c");
      option.replaceAll("[-cs]", "").chars().forEach(c -> options.add(Character.toString(c)));
    }
    String script;
    if (inline) {
      script = words.isEmpty() ? "" : words.remove(0);
      name = words.isEmpty() ? name : words.remove(0);
    } else if (words.isEmpty()) {
      script = new String(call.in().readAllBytes(), StandardCharsets.ISO_8859_1);
    } else {
      String file = words.remove(0);
      try {
        script = read(call, file);
      } catch (FileError absent) {
        call.err()
            .write(
                (name + ": 0: cannot open " + file + ": No such file\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
        return WRONG;
      }
      name = file;
    }
    Frame frame = new Frame(call, name, words);
    frame.options.addAll(options);
    return new Evaluator(frame).script(script);
  }

  private static String read(Invocation call, String file) throws FileError {
    String path = file.startsWith("/") ? file : call.directory() + "/" + file;
    return new String(call.machine().files().read(Bytes.toText(path)), StandardCharsets.ISO_8859_1);
  }
}
