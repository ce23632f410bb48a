package dev.switchback.execution;

import dev.switchback.change.Resource;
import dev.switchback.change.TenantPresence;
import dev.switchback.fence.Neighbours;
import dev.switchback.host.Host;
import dev.switchback.inventory.Inventory.HostEntry;
import dev.switchback.kernellog.Finding;
import dev.switchback.kernellog.KernelLog;
import dev.switchback.kernellog.LineClassifier;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What must not happen beside a mutating step: a change of the neighbours, a fatal line in the
 * kernel log.
 */
final class Watch {
  private final Host host;
  private final Neighbours neighbours;
  private final KernelLog log;
  private final LineClassifier classifier;
  private final String cursor;
  private final List<TenantPresence> before;

  private Watch(Host host, HostEntry entry, LineClassifier classifier) {
    this.host = host;
    this.neighbours = new Neighbours(entry);
    this.log = new KernelLog(host);
    this.classifier = classifier;
    this.cursor = log.cursor();
    this.before = neighbours.observe(host);
  }

  static Watch begin(Host host, HostEntry entry, LineClassifier classifier) {
    return new Watch(host, entry, classifier);
  }

  /** What happened since the beginning that stops the attempt. */
  Optional<String> complaint(Set<Resource> touched) {
    List<String> changes = Neighbours.changes(before, neighbours.observe(host));
    if (!changes.isEmpty()) {
      return Optional.of("the neighbours changed during the step: " + String.join("; ", changes));
    }
    return classifier.classify(log.since(cursor)).stream()
        .filter(Watch::isFatal)
        .findFirst()
        .map(
            finding ->
                "the kernel log says, for "
                    + (isAboutUs(finding, touched) ? "what the step touched" : "the host")
                    + ": "
                    + finding.line()
                    + " ("
                    + finding.meaning()
                    + ")");
  }

  private static boolean isFatal(Finding finding) {
    return finding.severity() == Finding.Severity.FATAL
        || finding.severity() == Finding.Severity.REBOOT;
  }

  private static boolean isAboutUs(Finding finding, Set<Resource> touched) {
    return touched.contains(new Resource(Resource.Kind.PCI_FUNCTION, finding.function()));
  }
}
