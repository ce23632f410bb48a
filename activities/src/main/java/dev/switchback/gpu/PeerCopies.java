package dev.switchback.gpu;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.action.ActionFailed;
import dev.switchback.gpu.PairResult.Verdict;
import dev.switchback.host.Host;
import dev.switchback.host.HostProgram;
import dev.switchback.host.JobResult;
import dev.switchback.host.Progress;
import dev.switchback.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Has the host copy between every ordered pair of GPUs and compare every word ({@code
 * p2p-probe.py}, on the service's plane).
 */
final class PeerCopies {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final String SIZES = "65536,67108864";
  private static final String SECONDS_A_PAIR = "60";
  private static final int DIRECTIONS = 2;
  private static final int SIZES_COUNT = 2;

  private PeerCopies() {}

  static List<PairResult> measure(
      Host plane, String interpreter, List<String> gpus, Progress progress) throws ActionFailed {
    List<String> arguments =
        List.of(
            "--functions", String.join(",", gpus), "--bytes", SIZES, "--timeout", SECONDS_A_PAIR);
    JobResult job =
        plane.job(
            "p2p-probe",
            HostProgram.named("p2p-probe").command(interpreter, arguments),
            LIMIT,
            true,
            progress);
    List<PairResult> results = new ArrayList<>();
    for (JsonNode line : lines(job.result().text())) {
      if (line.has("verdict")) {
        results.add(result(line));
      }
    }
    if (results.isEmpty()) {
      throw new ActionFailed("the peer copy probe measured nothing: " + said(job));
    }
    return results;
  }

  /**
   * Pairs of which every copy was made and is right. A pair that is missing, or has a copy missing,
   * is not among them.
   */
  static Set<String> goodPairs(List<PairResult> results) {
    Set<String> good = new LinkedHashSet<>();
    for (PairResult one : results) {
      long right =
          results.stream()
              .filter(r -> pair(r).equals(pair(one)) && r.verdict() == Verdict.OK)
              .count();
      long all = results.stream().filter(r -> pair(r).equals(pair(one))).count();
      if (right == all && all == (long) DIRECTIONS * SIZES_COUNT) {
        good.add(pair(one));
      }
    }
    return good;
  }

  private static String pair(PairResult result) {
    return result.src() + " -> " + result.dst();
  }

  private static PairResult result(JsonNode line) {
    String seen = line.path("seen").asText("");
    String detail = line.path("detail").asText("");
    String first =
        seen.isEmpty() ? detail : "word " + line.path("firstBadWord").asLong() + " is " + seen;
    return new PairResult(
        line.path("src").asText(),
        line.path("dst").asText(),
        line.path("direction").asText(),
        line.path("bytes").asLong(),
        Verdict.valueOf(line.path("verdict").asText()),
        first,
        line.path("gbPerSecond").asDouble());
  }

  private static List<JsonNode> lines(String text) throws ActionFailed {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      if (line.startsWith("{")) {
        try {
          lines.add(Json.mapper().readTree(line));
        } catch (JsonProcessingException e) {
          throw new ActionFailed("the peer copy probe printed a broken line: " + line);
        }
      }
    }
    return lines;
  }

  private static String said(JobResult job) {
    String words = job.result().errorText();
    return words.isEmpty()
        ? job.ending() + ", exit status " + job.result().exitStatus()
        : words.lines().reduce((first, last) -> last).orElse("");
  }
}
