package dev.switchback.ssh;

import dev.switchback.host.CommandResult;
import dev.switchback.host.Errno;
import dev.switchback.host.FileRefused;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Many values in one answer: each is followed by a newline, a random token, a space, an exit status
 * and a newline. The token is new for each question, so no value can hold it by chance or malice.
 */
final class Framing {
  /** Paths of one question, together; the line has 128 KiB, and a quote takes four bytes. */
  private static final int BATCH_BYTES = 24 * 1024;

  private final String token = UUID.randomUUID().toString();

  String token() {
    return token;
  }

  /** The paths in portions that fit one command line. */
  static List<List<String>> batches(Collection<String> paths) {
    List<List<String>> batches = new ArrayList<>();
    List<String> batch = new ArrayList<>();
    int bytes = 0;
    for (String path : paths) {
      int length = path.getBytes(StandardCharsets.UTF_8).length + 3;
      if (!batch.isEmpty() && bytes + length > BATCH_BYTES) {
        batches.add(batch);
        batch = new ArrayList<>();
        bytes = 0;
      }
      batch.add(path);
      bytes += length;
    }
    if (!batch.isEmpty()) {
      batches.add(batch);
    }
    return batches;
  }

  /** The values by path, without the newline at their end; those with another status are absent. */
  Map<String, String> parse(List<String> paths, CommandResult result) {
    // Latin-1 keeps every byte as one character, so that offsets are byte offsets.
    String answer = new String(result.stdout(), StandardCharsets.ISO_8859_1);
    String mark = "\n" + token + " ";
    Map<String, String> values = new LinkedHashMap<>();
    int from = 0;
    for (String path : paths) {
      int end = answer.indexOf(mark, from);
      int line = end < 0 ? -1 : answer.indexOf('\n', end + 1);
      if (line < 0) {
        throw new FileRefused(path, Errno.OTHER, "the answer broke off: " + result.errorText());
      }
      if (answer.substring(end + mark.length(), line).equals("0")) {
        String value = answer.substring(from, end);
        byte[] bytes =
            (value.endsWith("\n") ? value.substring(0, value.length() - 1) : value)
                .getBytes(StandardCharsets.ISO_8859_1);
        values.put(path, new String(bytes, StandardCharsets.UTF_8));
      }
      from = line + 1;
    }
    return values;
  }
}
