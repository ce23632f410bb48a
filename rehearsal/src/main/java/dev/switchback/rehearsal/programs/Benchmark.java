package dev.switchback.rehearsal.programs;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.model.serving.SglangService;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * SGLang's serving benchmark: its throughput is the simulated service's, with a spread of half a
 * percent between runs. Takes a moment of real time, whatever the duration that it reports.
 */
public final class Benchmark implements Program {
  private static final long REAL_MILLIS = 30;
  private static final double SPREAD = 0.005;
  private static final double FIRST_TOKEN_SHARE = 0.08;

  private final ObjectMapper json = new ObjectMapper();
  private final AtomicInteger runs = new AtomicInteger();
  private final SglangService service;

  /** Measures {@code service}. */
  public Benchmark(SglangService service) {
    this.service = service;
  }

  /** What the command line asks for. */
  private record Load(int prompts, int input, int output, int concurrency, List<String> arguments) {
    static Load of(List<String> arguments) {
      int prompts = number(arguments, "--num-prompts", 1000);
      return new Load(
          prompts,
          number(arguments, "--random-input-len", 1024),
          number(arguments, "--random-output-len", 1024),
          number(arguments, "--max-concurrency", prompts),
          arguments);
    }

    private static int number(List<String> arguments, String name, int otherwise) {
      return Arguments.value(arguments, name).map(Integer::parseInt).orElse(otherwise);
    }

    String text(String name, String otherwise) {
      return Arguments.value(arguments, name).orElse(otherwise);
    }
  }

  @Override
  public int run(Invocation call) throws IOException, InterruptedException {
    Load load = Load.of(call.arguments());
    if (!service.ready()) {
      Texts.error(
          call,
          "ValueError: Warmup failed - Please make sure benchmark arguments are correctly specified. Error: Cannot connect to host 127.0.0.1:30000\n");
      return 1;
    }
    Thread.sleep(REAL_MILLIS);
    double throughput = service.tokensPerSecond() * spread();
    if (throughput == 0) {
      Texts.error(call, "aiohttp.client_exceptions.ClientConnectorError: the server went away\n");
      return 1;
    }
    ObjectNode line = line(load, throughput);
    try {
      append(call, load, line);
    } catch (FileError refused) {
      Texts.error(call, "OSError: " + refused.text() + "\n");
      return 1;
    }
    summary(call, line);
    return 0;
  }

  private double spread() {
    int step = runs.getAndIncrement() * 7 % 11 - 5;
    return 1 + SPREAD * step / 5;
  }

  private ObjectNode line(Load load, double throughput) {
    long output = (long) load.prompts() * load.output();
    long input = (long) load.prompts() * load.input();
    double duration = output / throughput;
    double latency =
        duration * 1000 * Math.min(load.concurrency(), load.prompts()) / load.prompts();
    ObjectNode line = json.createObjectNode();
    settings(load, line);
    line.put("duration", duration)
        .put("completed", load.prompts())
        .put("total_input_tokens", input)
        .put("total_input_text_tokens", input)
        .put("total_input_vision_tokens", 0)
        .put("total_output_tokens", output)
        .put("total_output_tokens_retokenized", output)
        .put("request_throughput", load.prompts() / duration)
        .put("input_throughput", input / duration)
        .put("output_throughput", throughput)
        .put("total_throughput", (input + output) / duration);
    double decoding = latency * (1 - FIRST_TOKEN_SHARE) / Math.max(1, load.output() - 1);
    spreadOf(line, "e2e_latency", latency);
    spreadOf(line, "ttft", latency * FIRST_TOKEN_SHARE);
    spreadOf(line, "tpot", decoding);
    spreadOf(line, "itl", decoding);
    return line.put("concurrency", latency * load.prompts() / 1000 / duration)
        .putNull("accept_length")
        .put("max_output_tokens_per_s", throughput)
        .put("max_concurrent_requests", Math.min(load.concurrency(), load.prompts()));
  }

  private static void settings(Load load, ObjectNode line) {
    Arguments.value(load.arguments(), "--tag")
        .ifPresentOrElse(tag -> line.put("tag", tag), () -> line.putNull("tag"));
    line.put("backend", load.text("--backend", "sglang"))
        .put("dataset_name", load.text("--dataset-name", "sharegpt"))
        .put("request_rate", Double.parseDouble(load.text("--request-rate", "100000")))
        .put("max_concurrency", load.concurrency())
        .putNull("sharegpt_output_len")
        .put("random_input_len", load.input())
        .put("random_output_len", load.output())
        .put("random_range_ratio", Double.parseDouble(load.text("--random-range-ratio", "0")))
        .putObject("server_info")
        .put("model_path", "/models/Qwen3.5-122B-A10B")
        .put("tp_size", 4);
  }

  private static void spreadOf(ObjectNode line, String name, double middle) {
    line.put("mean_" + name + "_ms", middle)
        .put("median_" + name + "_ms", middle * 0.995)
        .put("std_" + name + "_ms", middle * 0.03)
        .put("p90_" + name + "_ms", middle * 1.04)
        .put("p95_" + name + "_ms", middle * 1.05)
        .put("p99_" + name + "_ms", middle * 1.08);
  }

  private void append(Invocation call, Load load, ObjectNode line) throws FileError, IOException {
    String file = load.text("--output-file", "sglang.jsonl");
    String path = file.startsWith("/") ? file : call.directory() + "/" + file;
    byte[] bytes = (json.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
    call.machine().files().append(path, bytes);
  }

  private static void summary(Invocation call, ObjectNode line) throws IOException {
    call.print("\n============ Serving Benchmark Result ============\n");
    call.print(row("Successful requests:", line.required("completed").asText()));
    call.print(row("Benchmark duration (s):", decimal(line, "duration")));
    call.print(row("Request throughput (req/s):", decimal(line, "request_throughput")));
    call.print(row("Output token throughput (tok/s):", decimal(line, "output_throughput")));
    call.print("==================================================\n");
  }

  private static String row(String label, String value) {
    return String.format(Locale.ROOT, "%-40s %-10s%n", label, value);
  }

  private static String decimal(ObjectNode line, String name) {
    return String.format(Locale.ROOT, "%.2f", line.required(name).asDouble());
  }
}
