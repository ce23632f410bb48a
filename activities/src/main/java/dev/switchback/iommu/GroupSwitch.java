package dev.switchback.iommu;

import dev.switchback.action.ActionFailed;
import dev.switchback.change.Resource;
import dev.switchback.host.Command;
import dev.switchback.host.Errno;
import dev.switchback.host.Host;
import dev.switchback.host.JobResult;
import dev.switchback.host.Progress;
import dev.switchback.iommu.DomainState.GpuGroup;
import dev.switchback.iommu.DomainState.Member;
import dev.switchback.kernellog.Finding;
import dev.switchback.kernellog.KernelLog;
import dev.switchback.kernellog.LineClassifier;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The writes that bring one GPU's group to a state. Each can hang in the kernel, so each is a host
 * job.
 */
final class GroupSwitch {
  private static final Duration UNBIND_LIMIT = Duration.ofSeconds(45);
  private static final Duration WRITE_LIMIT = Duration.ofSeconds(30);
  private static final Duration BIND_LIMIT = Duration.ofSeconds(60);
  private static final Duration HEALTH_LIMIT = Duration.ofSeconds(90);
  private static final String NVIDIA = "nvidia";

  private final Host host;
  private final GroupReader reader;
  private final Holders holders;
  private final KernelLog log;
  private final LineClassifier classifier;
  private final Progress progress;
  private final String cursor;

  GroupSwitch(Host host, LineClassifier classifier, Progress progress) {
    this.host = host;
    this.reader = new GroupReader(host);
    this.holders = new Holders(host);
    this.log = new KernelLog(host);
    this.classifier = classifier;
    this.progress = progress;
    this.cursor = log.cursor();
  }

  /** Brings the group to what is wanted; writes nothing that is there already. */
  void bring(GpuGroup wanted) throws ActionFailed {
    GpuGroup now = reader.read(wanted.function());
    if (now.equals(wanted)) {
      return;
    }
    boolean unwantedDriver =
        now.members().stream().anyMatch(member -> isUnwanted(member, wanted.members()));
    boolean otherType = !now.type().equals(wanted.type());
    if (otherType || unwantedDriver) {
      requireIdle(now);
      unbindAll(now);
    }
    if (otherType) {
      writeType(wanted);
    }
    for (Member member : wanted.members()) {
      bind(member);
    }
  }

  private static boolean isUnwanted(Member member, List<Member> wanted) {
    return !member.driver().isEmpty()
        && wanted.stream()
            .noneMatch(
                other ->
                    other.function().equals(member.function())
                        && other.driver().equals(member.driver()));
  }

  private void requireIdle(GpuGroup now) throws ActionFailed {
    for (Member member : now.members()) {
      if (member.driver().equals(NVIDIA)) {
        List<String> users = holders.of(member.function());
        if (!users.isEmpty()) {
          throw new ActionFailed(
              ActionFailed.Severity.FAILED,
              member.function()
                  + " is in use by "
                  + String.join(", ", users)
                  + "; unbinding it now would hang in the kernel",
              List.of(),
              List.of(
                  "end these processes, or stop the units that run them, then start a new attempt"));
        }
      }
    }
  }

  /** The last function first: the audio function depends on the GPU's. */
  private void unbindAll(GpuGroup now) throws ActionFailed {
    List<Member> bound =
        new ArrayList<>(now.members().stream().filter(m -> !m.driver().isEmpty()).toList());
    Collections.reverse(bound);
    for (Member member : bound) {
      progress.report("unbinding " + member.function() + " from " + member.driver());
      String path = GroupReader.DEVICES + member.function() + "/driver/unbind";
      JobResult done = write("unbind", member.function(), path, member.function(), UNBIND_LIMIT);
      if (done.ending() != JobResult.Ending.EXITED) {
        throw stuck(member.function(), "unbind from " + member.driver(), done);
      }
      if (driverOf(member.function()).isPresent()) {
        throw new ActionFailed(
            member.function() + " is still bound to " + member.driver() + ": " + said(done));
      }
    }
  }

  private void writeType(GpuGroup wanted) throws ActionFailed {
    progress.report("writing domain type " + wanted.type() + " for " + wanted.function());
    String path = GroupReader.DEVICES + wanted.function() + "/iommu_group/type";
    JobResult done = write("type", wanted.function(), path, wanted.type(), WRITE_LIMIT);
    if (done.ending() != JobResult.Ending.EXITED) {
      throw stuck(wanted.function(), "write of domain type " + wanted.type(), done);
    }
    String now = reader.read(wanted.function()).type();
    if (!now.equals(wanted.type())) {
      throw new ActionFailed(
          wanted.function()
              + ": the kernel did not take domain type "
              + wanted.type()
              + " (it reads "
              + now
              + "): "
              + said(done));
    }
  }

  private void bind(Member wanted) throws ActionFailed {
    String device = GroupReader.DEVICES + wanted.function();
    String override =
        host.files()
            .readAll(List.of(device + "/driver_override"))
            .getOrDefault(device + "/driver_override", "");
    String present = override.strip().equals("(null)") ? "" : override.strip();
    if (!present.equals(wanted.override())) {
      host.files().writeAttribute(device + "/driver_override", wanted.override() + "\n");
    }
    if (wanted.driver().isEmpty() || driverOf(wanted.function()).isPresent()) {
      return;
    }
    progress.report("binding " + wanted.function() + " to " + wanted.driver());
    String path = "/sys/bus/pci/drivers/" + wanted.driver() + "/bind";
    JobResult done = write("bind", wanted.function(), path, wanted.function(), BIND_LIMIT);
    if (done.ending() != JobResult.Ending.EXITED) {
      throw stuck(wanted.function(), "bind to " + wanted.driver(), done);
    }
    if (driverOf(wanted.function()).isEmpty()) {
      throw new ActionFailed(
          wanted.function()
              + " did not bind to "
              + wanted.driver()
              + ": "
              + fatal(wanted.function()).map(Finding::line).orElseGet(() -> said(done)));
    }
  }

  /**
   * Has the driver start the GPU and looks at what the kernel says of it.
   *
   * @param wayBack whether a failure leaves nothing but a reboot
   */
  void proveHealth(GpuGroup wanted, boolean wayBack) throws ActionFailed {
    boolean driven =
        wanted.members().stream()
            .anyMatch(m -> m.function().equals(wanted.function()) && m.driver().equals(NVIDIA));
    if (!driven) {
      return;
    }
    progress.report("starting " + wanted.function() + " and looking at its health");
    Command query =
        Command.of(
            "nvidia-smi", "-i", wanted.function(), "--query-gpu=uuid", "--format=csv,noheader");
    JobResult asked =
        host.job("health-" + name(wanted.function()), query, HEALTH_LIMIT, true, progress);
    Optional<Finding> fatal = fatal(wanted.function());
    boolean answers =
        asked.ending() == JobResult.Ending.EXITED
            && asked.result().succeeded()
            && asked.result().text().startsWith("GPU-");
    if (answers && fatal.isEmpty()) {
      return;
    }
    String cause =
        wanted.function()
            + " under domain type "
            + wanted.type()
            + (answers ? " has a fatal line in the kernel log: " : " does not start: ")
            + fatal
                .map(f -> f.line() + " (" + f.meaning() + ")")
                .orElseGet(() -> "nvidia-smi says: " + said(asked));
    throw new ActionFailed(
        wayBack ? ActionFailed.Severity.DEGRADED : ActionFailed.Severity.FAILED,
        cause,
        wayBack ? List.of(new Resource(Resource.Kind.PCI_FUNCTION, wanted.function())) : List.of(),
        wayBack
            ? List.of("reboot, or power-cycle, the host in agreement with all tenants, then retry")
            : fatal.map(Finding::remedy).filter(r -> !r.isEmpty()).map(List::of).orElse(List.of()));
  }

  /** The worst new line of the kernel log about a function; of lines equally bad the first. */
  private Optional<Finding> fatal(String function) {
    return classifier.classify(log.since(cursor)).stream()
        .filter(finding -> finding.severity().compareTo(Finding.Severity.FATAL) <= 0)
        .filter(finding -> finding.function().isEmpty() || finding.function().equals(function))
        .findFirst();
  }

  private ActionFailed stuck(String function, String what, JobResult job) {
    String said =
        fatal(function).map(Finding::line).orElseGet(() -> "nothing about it in the kernel log");
    return new ActionFailed(
        ActionFailed.Severity.STUCK,
        function
            + ": the "
            + what
            + " does not come back (process "
            + job.pid()
            + ", "
            + job.ending().name().toLowerCase(java.util.Locale.ROOT)
            + "): "
            + said,
        List.of(new Resource(Resource.Kind.PCI_FUNCTION, function)),
        List.of("leave the device alone; reboot the host in agreement with all tenants"));
  }

  private JobResult write(String what, String function, String path, String value, Duration limit) {
    Command tee = Command.of("tee", path).withStdin(value.getBytes(StandardCharsets.UTF_8));
    return host.job(what + "-" + name(function), tee, limit, false, progress);
  }

  private Optional<String> driverOf(String function) {
    return host.files().readLink(GroupReader.DEVICES + function + "/driver");
  }

  private static String name(String function) {
    return function.replaceAll("[:.]", "-");
  }

  private static String said(JobResult job) {
    String words = job.result().errorText();
    Errno errno = Errno.of(words);
    return (words.isEmpty() ? "exit status " + job.result().exitStatus() : words)
        + (errno == Errno.OTHER ? "" : " (" + errno + ")");
  }
}
