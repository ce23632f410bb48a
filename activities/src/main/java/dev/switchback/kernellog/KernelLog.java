package dev.switchback.kernellog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.host.Command;
import dev.switchback.host.Host;
import dev.switchback.host.Plane;
import dev.switchback.json.Json;
import java.util.ArrayList;
import java.util.List;

/** The kernel log of a host's present boot, through {@code journalctl -k} (man journalctl). */
public final class KernelLog {
  private static final List<String> JOURNAL =
      List.of("journalctl", "-k", "-b", "0", "-o", "json", "--no-pager");

  private final Host host;

  public KernelLog(Host host) {
    this.host = host.plane() == Plane.HOST ? host : host.on(Plane.HOST);
  }

  /** A mark after the newest line; empty if there is no line yet. */
  public String cursor() {
    List<JsonNode> entries = entries(List.of("-n", "1"));
    return entries.isEmpty() ? "" : entries.get(entries.size() - 1).path("__CURSOR").asText();
  }

  /** The lines since a mark, in order. */
  public List<String> since(String cursor) {
    List<String> options =
        cursor.isEmpty() ? List.<String>of() : List.of("--after-cursor=" + cursor);
    return entries(options).stream().map(entry -> entry.path("MESSAGE").asText()).toList();
  }

  private List<JsonNode> entries(List<String> options) {
    List<String> argv = new ArrayList<>(JOURNAL);
    argv.addAll(options);
    List<JsonNode> entries = new ArrayList<>();
    for (String line : host.run(Command.of(argv)).text().split("\n", -1)) {
      if (line.startsWith("{")) {
        try {
          entries.add(Json.mapper().readTree(line));
        } catch (JsonProcessingException e) {
          throw new IllegalStateException("journalctl printed a line that is not JSON: " + line, e);
        }
      }
    }
    return entries;
  }
}
