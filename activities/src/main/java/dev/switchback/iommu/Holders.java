package dev.switchback.iommu;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.host.CommandResult;
import dev.switchback.host.Host;
import dev.switchback.host.HostProgram;
import dev.switchback.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Processes that have an NVIDIA GPU's device node open or mapped, whatever nvidia-smi says. */
final class Holders {
  private static final Pattern MINOR = Pattern.compile("Device Minor:\\s*([0-9]+)");

  private final Host host;

  Holders(Host host) {
    this.host = host;
  }

  /** The holders of a GPU, as {@code name (pid)}; empty if there is none. */
  List<String> of(String function) {
    Optional<String> minor =
        host.files()
            .read("/proc/driver/nvidia/gpus/" + function + "/information")
            .map(bytes -> MINOR.matcher(new String(bytes, StandardCharsets.UTF_8)))
            .filter(Matcher::find)
            .map(matcher -> matcher.group(1));
    if (minor.isEmpty()) {
      return List.of();
    }
    CommandResult found = host.run(HostProgram.named("holders").command(List.of(minor.get())));
    if (!found.succeeded()) {
      throw new IllegalStateException("the scan for holders failed: " + found.errorText());
    }
    List<String> holders = new ArrayList<>();
    for (JsonNode holder : parse(found.text())) {
      holders.add(holder.path("comm").asText() + " (" + holder.path("pid").asText() + ")");
    }
    return holders;
  }

  private static JsonNode parse(String text) {
    try {
      return Json.mapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the scan for holders printed no JSON: " + text, e);
    }
  }
}
