package dev.switchback.gpu;

import dev.switchback.action.ActionFailed;
import dev.switchback.action.InputSchema;
import dev.switchback.action.Probe;
import dev.switchback.catalogue.ActionDescriptor;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.catalogue.ResultType;
import dev.switchback.host.Host;
import dev.switchback.host.Progress;
import dev.switchback.inventory.Inventory.Service;
import dev.switchback.iommu.DomainAction;
import dev.switchback.kernellog.KernelLog;
import dev.switchback.nccl.Transport;
import dev.switchback.service.ServiceLookup;
import dev.switchback.systemd.Unit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code p2p.diagnose}: says what is wrong with peer copies, with the evidence and the remedies.
 * Read-only.
 */
public final class DiagnoseProbe implements Probe<DiagnoseProbe.Input, DiagnoseProbe.Result> {
  private static final int JOURNAL_LINES = 2000;

  /** No input. */
  public record Input() {}

  /**
   * The diagnosis.
   *
   * @param cause in lower case with dashes, for example {@code iommu-corruption}
   * @param evidence what shows it
   * @param remedies what helps, the least risky first
   */
  public record Result(String cause, List<String> evidence, List<String> remedies) {}

  private final ServiceLookup services;
  private final DomainAction domains;
  private final ActionDescriptor descriptor;

  public DiagnoseProbe(ServiceLookup services, DomainAction domains) {
    this.services = services;
    this.domains = domains;
    Map<String, ResultType> result = new LinkedHashMap<>();
    result.put("cause", ResultType.STRING);
    result.put("evidence", ResultType.ANY);
    result.put("remedies", ResultType.ANY);
    this.descriptor =
        new ActionDescriptor(
            "p2p.diagnose",
            ActionKind.PROBE,
            "Finds out why peer copies are wrong, off or unused, and ranks the remedies by risk.",
            InputSchema.of(DiagnoseProbe.class, "p2p.diagnose"),
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
  public Result measure(Host host, Input input, Progress progress) {
    KernelLog log = new KernelLog(host);
    List<String> journal =
        new Unit(services.plane(host), services.service(host).unit()).journal(JOURNAL_LINES);
    PeerProbe.Result copies = copies(host, progress);
    Diagnosis diagnosis =
        Diagnosis.of(
            new Diagnosis.Facts(
                HostPicture.of(host, services.entry(host), domains),
                copies,
                log.since(""),
                Transport.of(journal),
                isDisabled(journal)));
    return new Result(
        diagnosis.cause().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        diagnosis.evidence(),
        diagnosis.remedies());
  }

  private PeerProbe.Result copies(Host host, Progress progress) {
    List<String> gpus = services.entry(host).gpus();
    Service service = services.service(host);
    try {
      return PeerProbe.result(
          gpus, PeerCopies.measure(services.plane(host), service.interpreter(), gpus, progress));
    } catch (ActionFailed e) {
      return new PeerProbe.Result(
          gpus.size() * (gpus.size() - 1), 0, "UNMEASURED", String.valueOf(e.getMessage()), 0);
    }
  }

  /**
   * By NCCL's own words in the service's log: what a unit or a Python file says may not have
   * arrived.
   */
  private static boolean isDisabled(List<String> journal) {
    return journal.stream()
        .filter(line -> line.contains("NCCL_P2P_DISABLE set by environment to "))
        .reduce((first, last) -> last)
        .filter(line -> line.endsWith("set by environment to 1"))
        .isPresent();
  }
}
