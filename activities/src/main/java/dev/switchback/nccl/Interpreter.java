package dev.switchback.nccl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.host.Command;
import dev.switchback.host.CommandResult;
import dev.switchback.host.Host;
import dev.switchback.host.HostProgram;
import dev.switchback.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The service's Python interpreter, started for real to see what its {@code sitecustomize.py} makes
 * of an environment. Started without {@code -I}: the service is, too.
 */
final class Interpreter {
  private static final String MARK = "switchback-probe";

  private final Host plane;
  private final String path;

  Interpreter(Host plane, String path) {
    this.plane = plane;
    this.path = path;
  }

  /** The sitecustomize that it runs, links resolved; empty if it runs none. */
  String sitecustomize() {
    return run(Map.of(), List.of(Profile.DISABLE)).path("sitecustomize").asText("");
  }

  /** Which variables a process has that is started with {@code given}; absent ones are left out. */
  Map<String, String> environment(Map<String, String> given, List<String> names) {
    JsonNode arrived = run(given, names).path("environment");
    Map<String, String> environment = new LinkedHashMap<>();
    names.stream()
        .filter(name -> arrived.path(name).isTextual())
        .forEach(name -> environment.put(name, arrived.path(name).asText()));
    return environment;
  }

  /** Finds out by trying: which variables are forced, and which have a default, and what it is. */
  void reaction(SortedMap<String, String> forced, SortedMap<String, String> defaults) {
    List<String> names = List.of(Profile.DISABLE, Profile.LEVEL);
    Map<String, String> marked = new LinkedHashMap<>();
    names.forEach(name -> marked.put(name, MARK));
    Map<String, String> kept = environment(marked, names);
    Map<String, String> alone = environment(Map.of(), names);
    for (String name : names) {
      if (!MARK.equals(kept.get(name))) {
        forced.put(name, kept.getOrDefault(name, ""));
      } else if (alone.containsKey(name)) {
        defaults.put(name, alone.getOrDefault(name, ""));
      }
    }
  }

  private JsonNode run(Map<String, String> given, List<String> names) {
    List<String> argv = new ArrayList<>(List.of("env", "-i", "LC_ALL=C"));
    given.forEach((name, value) -> argv.add(name + "=" + value));
    argv.add(path);
    argv.add("-c");
    argv.add(HostProgram.named("effective-environment").text());
    argv.addAll(names);
    CommandResult result = plane.run(Command.of(argv));
    if (!result.succeeded()) {
      throw new IllegalStateException(
          path + " can't be run on host " + plane.name() + ": " + result.errorText());
    }
    try {
      return Json.mapper().readTree(result.text());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(path + " printed no JSON: " + result.text(), e);
    }
  }
}
