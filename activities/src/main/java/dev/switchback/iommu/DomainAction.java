package dev.switchback.iommu;

import dev.switchback.action.ActionFailed;
import dev.switchback.action.InputSchema;
import dev.switchback.action.Refused;
import dev.switchback.action.StateAction;
import dev.switchback.catalogue.ActionDescriptor;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.change.Refusal;
import dev.switchback.change.Resource;
import dev.switchback.host.Host;
import dev.switchback.host.Progress;
import dev.switchback.iommu.DomainState.GpuGroup;
import dev.switchback.iommu.DomainState.Member;
import dev.switchback.kernellog.LineClassifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code iommu.domain}: the default domain type of GPUs' IOMMU groups. One GPU at a time: unbind,
 * write, read back, bind, prove its health. A GPU that does not come off its driver is stuck; one
 * that stays dead under its recorded type is degraded.
 */
public final class DomainAction implements StateAction<DomainInput, DomainState> {
  private static final Duration WORST_CASE_EACH = Duration.ofMinutes(3);

  private final Legality legality;
  private final LineClassifier classifier;
  private final ActionDescriptor descriptor;

  public DomainAction(Legality legality, LineClassifier classifier) {
    this.legality = legality;
    this.classifier = classifier;
    this.descriptor =
        new ActionDescriptor(
            "iommu.domain",
            ActionKind.STATE,
            "Switches the default domain type of GPUs' IOMMU groups, one GPU at a time.",
            InputSchema.of(DomainAction.class, "iommu.domain"),
            new LinkedHashMap<>(),
            Duration.ofMinutes(12));
  }

  @Override
  public ActionDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public Class<DomainInput> inputType() {
    return DomainInput.class;
  }

  @Override
  public Class<DomainState> stateType() {
    return DomainState.class;
  }

  @Override
  public Duration worstCase(DomainInput input) {
    return WORST_CASE_EACH.multipliedBy(Math.max(1, input.gpus().size()));
  }

  @Override
  public String subject(DomainInput input) {
    return "domain type of " + String.join(", ", input.gpus());
  }

  @Override
  public DomainState observe(Host host, DomainInput input) {
    return new GroupReader(host).read(input.gpus());
  }

  @Override
  public DomainState desired(DomainInput input, DomainState observed) throws Refused {
    List<GpuGroup> wanted = new ArrayList<>();
    for (GpuGroup group : observed.gpus()) {
      Optional<Refusal> refusal = unfit(group, observed);
      if (refusal.isPresent()) {
        throw new Refused(refusal.get());
      }
      wanted.add(new GpuGroup(group.function(), input.type(), group.members()));
    }
    if (!wanted.equals(observed.gpus())) {
      Optional<Refusal> illegal =
          legality.check(input.type(), observed.facts(), input.override().orElse(""));
      if (illegal.isPresent()) {
        throw new Refused(illegal.get());
      }
    }
    return new DomainState(wanted, observed.facts());
  }

  private static Optional<Refusal> unfit(GpuGroup group, DomainState observed) {
    String gpu = group.function();
    if (group.type().equals("none")) {
      return refusal(
          "iommu.no-group",
          gpu + " is absent or in no IOMMU group",
          "check the address with lspci -D, and that the IOMMU is on");
    }
    List<String> strangers =
        group.members().stream()
            .map(Member::function)
            .filter(function -> !slot(function).equals(slot(gpu)))
            .toList();
    if (!strangers.isEmpty()) {
      return refusal(
          "iommu.shared-group",
          gpu
              + " shares its IOMMU group with "
              + String.join(", ", strangers)
              + ", which would be switched too",
          "move the card to a slot with a group of its own");
    }
    Optional<Member> passedThrough =
        group.members().stream().filter(member -> member.driver().equals("vfio-pci")).findFirst();
    if (passedThrough.isPresent()) {
      return refusal(
          "iommu.passed-through",
          passedThrough.get().function() + " is bound to vfio-pci: it is a virtual machine's",
          "leave it out of the input");
    }
    return observed.facts().claims().stream()
        .filter(claim -> claim.endsWith(gpu))
        .findFirst()
        .flatMap(
            claim ->
                refusal(
                    "iommu.claimed",
                    claim + ": its start would take the GPU away in the middle of the change",
                    "take the GPU out of that configuration first"));
  }

  private static Optional<Refusal> refusal(String rule, String reason, String remedy) {
    return Optional.of(new Refusal(rule, reason, List.of(remedy)));
  }

  /** Domain, bus and device: what all functions of one card share. */
  private static String slot(String function) {
    return function.substring(0, function.indexOf('.'));
  }

  @Override
  public Set<Resource> touches(DomainInput input, DomainState observed) {
    Set<Resource> touches = new TreeSet<>();
    for (GpuGroup group : observed.gpus()) {
      touches.addAll(resources(group));
    }
    return touches;
  }

  private static List<Resource> resources(GpuGroup group) {
    List<Resource> resources = new ArrayList<>();
    resources.add(new Resource(Resource.Kind.PCI_FUNCTION, group.function()));
    group
        .members()
        .forEach(m -> resources.add(new Resource(Resource.Kind.PCI_FUNCTION, m.function())));
    return resources.stream().distinct().toList();
  }

  @Override
  public void converge(Host host, DomainInput input, DomainState target, Progress progress)
      throws ActionFailed {
    GroupSwitch groups = new GroupSwitch(host, classifier, progress);
    // Under another type than the one asked for, this is the way back: it goes on past a dead GPU.
    boolean wayBack =
        target.gpus().stream().anyMatch(wanted -> !wanted.type().equals(input.type()));
    List<ActionFailed> failures = new ArrayList<>();
    for (GpuGroup wanted : target.gpus()) {
      try {
        groups.bring(wanted);
        if (wayBack || input.canary().orElse(true)) {
          groups.proveHealth(wanted, wayBack);
        }
      } catch (ActionFailed e) {
        if (!wayBack) {
          throw e;
        }
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw together(failures);
    }
    if (!wayBack && !input.canary().orElse(true)) {
      for (GpuGroup wanted : target.gpus()) {
        groups.proveHealth(wanted, false);
      }
    }
  }

  /** One failure that names all: the severity of the worst, every resource. */
  private static ActionFailed together(List<ActionFailed> failures) {
    ActionFailed worst =
        failures.stream()
            .filter(failure -> failure.severity() != ActionFailed.Severity.FAILED)
            .findFirst()
            .orElse(failures.get(0));
    return new ActionFailed(
        worst.severity(),
        String.join("; ", failures.stream().map(f -> String.valueOf(f.getMessage())).toList()),
        failures.stream().flatMap(failure -> failure.resources().stream()).distinct().toList(),
        worst.remedies());
  }

  @Override
  public List<String> difference(DomainState from, DomainState to) {
    Map<String, GpuGroup> wanted = new LinkedHashMap<>();
    to.gpus().forEach(group -> wanted.put(group.function(), group));
    List<String> lines = new ArrayList<>();
    for (GpuGroup group : from.gpus()) {
      GpuGroup other = wanted.get(group.function());
      if (other == null) {
        continue;
      }
      if (!group.type().equals(other.type())) {
        lines.add(group.function() + " domain type: " + group.type() + " -> " + other.type());
      }
      if (!group.members().equals(other.members())) {
        lines.add(
            group.function()
                + " members: "
                + said(group.members())
                + " -> "
                + said(other.members()));
      }
    }
    if (!from.facts().equals(to.facts())) {
      lines.add("host: " + from.facts() + " -> " + to.facts());
    }
    return lines;
  }

  private static String said(List<Member> members) {
    return String.join(
        " ",
        members.stream()
            .map(m -> m.function() + "(" + (m.driver().isEmpty() ? "-" : m.driver()) + ")")
            .toList());
  }

  @Override
  public DomainState sparing(
      DomainInput input, DomainState target, DomainState observed, Set<Resource> quarantined) {
    Map<String, GpuGroup> now = new LinkedHashMap<>();
    observed.gpus().forEach(group -> now.put(group.function(), group));
    List<GpuGroup> spared = new ArrayList<>();
    for (GpuGroup wanted : target.gpus()) {
      GpuGroup present = now.getOrDefault(wanted.function(), wanted);
      boolean untouchable = resources(present).stream().anyMatch(quarantined::contains);
      spared.add(untouchable ? present : wanted);
    }
    return new DomainState(spared, target.facts());
  }
}
