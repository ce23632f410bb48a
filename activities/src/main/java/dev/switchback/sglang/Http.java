package dev.switchback.sglang;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.host.CommandResult;
import dev.switchback.host.Host;
import dev.switchback.host.HostProgram;
import dev.switchback.json.Json;
import java.util.List;

/** HTTP as seen from a plane of the host: in the namespace where the service's users are. */
final class Http {
  private static final String SECONDS = "10";

  private final Host plane;
  private final String base;

  Http(Host plane, String base) {
    this.plane = plane;
    this.base = base;
  }

  /**
   * An answer.
   *
   * @param status HTTP status; 0 without an answer
   * @param body the body; empty without an answer
   * @param error why there was no answer
   */
  record Answer(int status, String body, String error) {}

  Answer get(String path) {
    CommandResult result =
        plane.run(HostProgram.named("http-get").command(List.of(base + path, SECONDS)));
    if (!result.succeeded()) {
      return new Answer(0, "", result.errorText());
    }
    try {
      JsonNode answer = Json.mapper().readTree(result.text());
      return new Answer(
          answer.path("status").asInt(),
          answer.path("body").asText(),
          answer.path("error").asText());
    } catch (JsonProcessingException e) {
      return new Answer(0, "", "no JSON: " + e.getOriginalMessage());
    }
  }
}
