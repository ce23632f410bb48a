package dev.switchback.gpu;

import dev.switchback.action.ActionFailed;
import dev.switchback.action.InputSchema;
import dev.switchback.action.Probe;
import dev.switchback.catalogue.ActionDescriptor;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.catalogue.ResultType;
import dev.switchback.gpu.PairResult.Verdict;
import dev.switchback.host.Host;
import dev.switchback.host.Progress;
import dev.switchback.service.ServiceLookup;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code gpu.p2p}: whether data that GPUs copy to each other arrives as it was sent. Capability
 * flags are not asked.
 */
public final class PeerProbe implements Probe<PeerProbe.Input, PeerProbe.Result> {
  /**
   * Input.
   *
   * @param gpus PCI functions; the host's GPUs if absent
   */
  public record Input(Optional<List<String>> gpus) {}

  /**
   * What was measured.
   *
   * @param pairsTotal ordered pairs that there are
   * @param pairsOk ordered pairs whose every copy arrived right
   * @param verdict {@code OK}, or the worst of the copies' verdicts
   * @param worst the first copy that is not OK, for people; empty if all are
   * @param minGbPerSecond the slowest right copy of the largest size
   */
  public record Result(
      int pairsTotal, int pairsOk, String verdict, String worst, double minGbPerSecond) {}

  private final ServiceLookup services;
  private final ActionDescriptor descriptor;

  public PeerProbe(ServiceLookup services) {
    this.services = services;
    Map<String, ResultType> result = new LinkedHashMap<>();
    result.put("pairsTotal", ResultType.INTEGER);
    result.put("pairsOk", ResultType.INTEGER);
    result.put("verdict", ResultType.STRING);
    result.put("worst", ResultType.STRING);
    result.put("minGbPerSecond", ResultType.NUMBER);
    this.descriptor =
        new ActionDescriptor(
            "gpu.p2p",
            ActionKind.PROBE,
            "Copies between every ordered pair of GPUs, both ways, and compares every word.",
            InputSchema.of(PeerProbe.class, "gpu.p2p"),
            result,
            Duration.ofMinutes(10));
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
    List<String> gpus = input.gpus().orElseGet(() -> services.entry(host).gpus());
    return result(
        gpus,
        PeerCopies.measure(
            services.plane(host), services.service(host).interpreter(), gpus, progress));
  }

  static Result result(List<String> gpus, List<PairResult> copies) {
    int total = gpus.size() * (gpus.size() - 1);
    Optional<PairResult> bad =
        copies.stream().filter(copy -> copy.verdict() != Verdict.OK).findFirst();
    int good = PeerCopies.goodPairs(copies).size();
    String verdict =
        bad.map(copy -> copy.verdict().name()).orElse(good == total ? "OK" : "INCOMPLETE");
    return new Result(
        total,
        good,
        verdict,
        bad.map(PeerProbe::said).orElse(""),
        copies.stream()
            .filter(copy -> copy.verdict() == Verdict.OK && copy.gbPerSecond() > 0)
            .mapToDouble(PairResult::gbPerSecond)
            .min()
            .orElse(0));
  }

  private static String said(PairResult copy) {
    return copy.src()
        + " -> "
        + copy.dst()
        + " "
        + copy.direction()
        + " of "
        + copy.bytes()
        + " bytes: "
        + copy.verdict()
        + (copy.detail().isEmpty() ? "" : ", " + copy.detail());
  }
}
