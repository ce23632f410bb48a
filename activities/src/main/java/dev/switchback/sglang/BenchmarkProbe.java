package dev.switchback.sglang;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.action.ActionFailed;
import dev.switchback.action.InputSchema;
import dev.switchback.action.Probe;
import dev.switchback.catalogue.ActionDescriptor;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.catalogue.ResultType;
import dev.switchback.host.Command;
import dev.switchback.host.Host;
import dev.switchback.host.JobResult;
import dev.switchback.host.Progress;
import dev.switchback.inventory.Inventory.Service;
import dev.switchback.nccl.Transport;
import dev.switchback.service.ServiceLookup;
import dev.switchback.systemd.Unit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code sglang.benchmark}: the throughput of the service by SGLang's own client, {@code
 * sglang.bench_serving}, on the service's plane. An exit status of 0 is not believed: every prompt
 * must have been completed with every token.
 */
public final class BenchmarkProbe implements Probe<BenchmarkProbe.Input, BenchmarkProbe.Result> {
  private static final Duration RUN_LIMIT = Duration.ofMinutes(10);
  private static final int OUTPUT_TOKENS = 128;
  private static final int INPUT_TOKENS = 512;
  private static final int CONCURRENCY = 16;
  private static final int JOURNAL_LINES = 2000;

  /**
   * Input.
   *
   * @param profile {@code standard} or {@code quick}
   */
  public record Input(Optional<String> profile) {}

  /**
   * Medians over the runs.
   *
   * @param outputThroughput output tokens a second
   * @param requestThroughput requests a second
   * @param medianTtftMs median time to the first token, ms
   * @param medianTpotMs median time for each further token, ms
   * @param completed prompts completed, over all runs
   * @param failed prompts not completed, over all runs
   * @param spread (largest - smallest) / median of the output throughput
   * @param transport what NCCL says it uses between the GPUs: {@code P2P}, {@code SHM}, {@code
   *     NET}, {@code mixed}, {@code unknown}
   */
  public record Result(
      double outputThroughput,
      double requestThroughput,
      double medianTtftMs,
      double medianTpotMs,
      int completed,
      int failed,
      double spread,
      String transport) {}

  private record Extent(int runs, int prompts) {}

  private final ServiceLookup services;
  private final ActionDescriptor descriptor;

  public BenchmarkProbe(ServiceLookup services) {
    this.services = services;
    Map<String, ResultType> result = new LinkedHashMap<>();
    result.put("outputThroughput", ResultType.NUMBER);
    result.put("requestThroughput", ResultType.NUMBER);
    result.put("medianTtftMs", ResultType.NUMBER);
    result.put("medianTpotMs", ResultType.NUMBER);
    result.put("completed", ResultType.INTEGER);
    result.put("failed", ResultType.INTEGER);
    result.put("spread", ResultType.NUMBER);
    result.put("transport", ResultType.STRING);
    this.descriptor =
        new ActionDescriptor(
            "sglang.benchmark",
            ActionKind.PROBE,
            "Measures the service's throughput with SGLang's own client.",
            InputSchema.of(BenchmarkProbe.class, "sglang.benchmark"),
            result,
            Duration.ofMinutes(15));
  }

  @Override
  public ActionDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public Class<Input> inputType() {
    return Input.class;
  }

  @Override
  public Result measure(Host host, Input input, Progress progress) throws ActionFailed {
    Extent extent =
        input.profile().orElse("standard").equals("quick") ? new Extent(1, 16) : new Extent(3, 64);
    Service service = services.service(host);
    Host plane = services.plane(host);
    List<JsonNode> lines = new ArrayList<>();
    for (int run = 1; run <= extent.runs(); run++) {
      progress.report("benchmark run " + run + " of " + extent.runs());
      lines.add(run(plane, service, run, extent.prompts(), progress));
    }
    Unit unit = new Unit(plane, service.unit());
    return result(lines, extent, Transport.of(unit.journal(JOURNAL_LINES)));
  }

  private static JsonNode run(Host plane, Service service, int run, int prompts, Progress progress)
      throws ActionFailed {
    String output = plane.run(Command.of("mktemp", "/tmp/switchback-bench-XXXXXX")).text().strip();
    try {
      Command bench = Command.of(argv(service, prompts, output));
      JobResult job = plane.job("bench-" + run, bench, RUN_LIMIT, true, progress);
      if (job.ending() != JobResult.Ending.EXITED) {
        throw new ActionFailed(
            "the benchmark did not end within " + RUN_LIMIT.toMinutes() + " min");
      }
      List<String> lines =
          plane.files().read(output).map(BenchmarkProbe::lines).orElseGet(List::of);
      if (lines.isEmpty()) {
        throw new ActionFailed(
            "the benchmark left no result (exit status "
                + job.result().exitStatus()
                + "): "
                + lastLine(job));
      }
      return judged(Answers.json(lines.get(lines.size() - 1)), prompts);
    } finally {
      plane.run(Command.of("rm", "-f", output));
    }
  }

  private static List<String> lines(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).lines().filter(l -> !l.isBlank()).toList();
  }

  private static String lastLine(JobResult job) {
    String words =
        job.result().errorText().isEmpty() ? job.result().text() : job.result().errorText();
    return words.strip().lines().reduce((first, last) -> last).orElse("it printed nothing");
  }

  /**
   * Every prompt done, and every token asked for: an error within a stream counts as completed
   * otherwise.
   */
  private static JsonNode judged(JsonNode line, int prompts) throws ActionFailed {
    int completed = line.path("completed").asInt(-1);
    long tokens = line.path("total_output_tokens").asLong(-1);
    long wanted = (long) completed * OUTPUT_TOKENS;
    if (completed < prompts) {
      throw new ActionFailed(
          "the service completed " + completed + " of " + prompts + " prompts of the benchmark");
    }
    if (tokens != wanted) {
      throw new ActionFailed(
          "the service generated " + tokens + " tokens in the benchmark, asked for were " + wanted);
    }
    return line;
  }

  private static List<String> argv(Service service, int prompts, String output) {
    return List.of(
        service.interpreter(),
        "-m",
        "sglang.bench_serving",
        "--backend",
        "sglang",
        "--base-url",
        service.url(),
        "--dataset-name",
        "random-ids",
        "--random-input-len",
        String.valueOf(INPUT_TOKENS),
        "--random-output-len",
        String.valueOf(OUTPUT_TOKENS),
        "--random-range-ratio",
        "1.0",
        "--num-prompts",
        String.valueOf(prompts),
        "--max-concurrency",
        String.valueOf(CONCURRENCY),
        "--request-rate",
        "100000",
        "--seed",
        "1",
        "--disable-tqdm",
        "--output-file",
        output);
  }

  private static Result result(List<JsonNode> lines, Extent extent, Transport transport) {
    List<Double> throughputs = sorted(lines, "output_throughput");
    double median = median(throughputs);
    int completed = lines.stream().mapToInt(line -> line.path("completed").asInt()).sum();
    return new Result(
        median,
        median(sorted(lines, "request_throughput")),
        median(sorted(lines, "median_ttft_ms")),
        median(sorted(lines, "median_tpot_ms")),
        completed,
        extent.runs() * extent.prompts() - completed,
        median == 0 ? 0 : (throughputs.get(throughputs.size() - 1) - throughputs.get(0)) / median,
        transport.label());
  }

  private static List<Double> sorted(List<JsonNode> lines, String field) {
    return lines.stream().map(line -> line.path(field).asDouble()).sorted().toList();
  }

  private static double median(List<Double> sorted) {
    return sorted.get(sorted.size() / 2);
  }
}
