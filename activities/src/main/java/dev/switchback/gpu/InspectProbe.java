package dev.switchback.gpu;

import dev.switchback.action.InputSchema;
import dev.switchback.action.Probe;
import dev.switchback.catalogue.ActionDescriptor;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.catalogue.ResultType;
import dev.switchback.host.Host;
import dev.switchback.host.Progress;
import dev.switchback.iommu.DomainAction;
import dev.switchback.service.ServiceLookup;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code gpu.inspect}: one typed picture of the host. Read-only. */
public final class InspectProbe implements Probe<InspectProbe.Input, InspectProbe.Result> {
  /** No input. */
  public record Input() {}

  /**
   * What was seen.
   *
   * @param gpus number of own GPUs
   * @param bound how many of them the nvidia driver holds
   * @param answering how many of them answer
   * @param kernel release
   * @param driver NVIDIA driver version
   * @param snp {@code yes}, {@code no} or {@code unknown}
   * @param sme {@code yes}, {@code no} or {@code unknown}
   * @param picture everything else
   */
  public record Result(
      int gpus,
      int bound,
      int answering,
      String kernel,
      String driver,
      String snp,
      String sme,
      HostPicture picture) {}

  private final ServiceLookup services;
  private final DomainAction domains;
  private final ActionDescriptor descriptor;

  public InspectProbe(ServiceLookup services, DomainAction domains) {
    this.services = services;
    this.domains = domains;
    Map<String, ResultType> result = new LinkedHashMap<>();
    result.put("gpus", ResultType.INTEGER);
    result.put("bound", ResultType.INTEGER);
    result.put("answering", ResultType.INTEGER);
    result.put("kernel", ResultType.STRING);
    result.put("driver", ResultType.STRING);
    result.put("snp", ResultType.STRING);
    result.put("sme", ResultType.STRING);
    result.put("picture", ResultType.ANY);
    this.descriptor =
        new ActionDescriptor(
            "gpu.inspect",
            ActionKind.PROBE,
            "Looks at the GPUs, their groups and drivers, the kernel, and who is on the host.",
            InputSchema.of(InspectProbe.class, "gpu.inspect"),
            result,
            Duration.ofMinutes(2));
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
  public Result measure(Host host, Input input, Progress progress) {
    HostPicture picture = HostPicture.of(host, services.entry(host), domains);
    return new Result(
        picture.gpus().size(),
        (int) picture.gpus().stream().filter(gpu -> gpu.driver().equals("nvidia")).count(),
        (int) picture.gpus().stream().filter(HostPicture.Gpu::answers).count(),
        picture.kernel(),
        picture.driver(),
        picture.snp(),
        picture.sme(),
        picture);
  }
}
