package dev.switchback.systemd;

import dev.switchback.action.ActionFailed;
import dev.switchback.action.InputSchema;
import dev.switchback.action.Refused;
import dev.switchback.action.StateAction;
import dev.switchback.catalogue.ActionDescriptor;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.catalogue.ResultType;
import dev.switchback.change.Refusal;
import dev.switchback.change.Resource;
import dev.switchback.host.Host;
import dev.switchback.host.Progress;
import dev.switchback.service.ServiceLookup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code systemd.state}: whether a unit runs, and whether anything may start it. */
public final class UnitAction implements StateAction<UnitInput, UnitState> {
  private final ServiceLookup services;
  private final ActionDescriptor descriptor;

  public UnitAction(ServiceLookup services) {
    this.services = services;
    Map<String, ResultType> result = new LinkedHashMap<>();
    result.put("active", ResultType.BOOLEAN);
    result.put("masked", ResultType.BOOLEAN);
    this.descriptor =
        new ActionDescriptor(
            "systemd.state",
            ActionKind.STATE,
            "Starts or stops a unit, and masks it until the next boot.",
            InputSchema.of(UnitAction.class, "systemd.state"),
            result,
            Duration.ofMinutes(3));
  }

  @Override
  public ActionDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public Class<UnitInput> inputType() {
    return UnitInput.class;
  }

  @Override
  public Class<UnitState> stateType() {
    return UnitState.class;
  }

  @Override
  public String subject(UnitInput input) {
    return "unit " + input.unit();
  }

  @Override
  public UnitState observe(Host host, UnitInput input) {
    return new Unit(services.plane(host), input.unit()).state();
  }

  @Override
  public UnitState desired(UnitInput input, UnitState observed) throws Refused {
    if (!observed.exists()) {
      throw new Refused(
          new Refusal(
              "systemd.no-unit",
              "systemd knows no unit " + input.unit(),
              List.of("correct the unit's name in the inventory or the runbook")));
    }
    return new UnitState(true, input.active(), input.mask().orElse(false));
  }

  @Override
  public Set<Resource> touches(UnitInput input, UnitState observed) {
    return Set.of(new Resource(Resource.Kind.UNIT, input.unit()));
  }

  @Override
  public void converge(Host host, UnitInput input, UnitState target, Progress progress)
      throws ActionFailed {
    Unit unit = new Unit(services.plane(host), input.unit());
    if (!target.masked()) {
      unit.unmask();
    }
    if (target.active()) {
      unit.start(progress);
    } else {
      unit.stop(progress);
    }
    if (target.masked()) {
      unit.mask();
    }
  }

  @Override
  public List<String> difference(UnitState from, UnitState to) {
    List<String> lines = new ArrayList<>();
    if (from.active() != to.active()) {
      lines.add("active: " + from.active() + " -> " + to.active());
    }
    if (from.masked() != to.masked()) {
      lines.add("masked until reboot: " + from.masked() + " -> " + to.masked());
    }
    return lines;
  }

  /** A service over several GPUs must not be started on the ones that are left. */
  @Override
  public UnitState sparing(
      UnitInput input, UnitState target, UnitState observed, Set<Resource> quarantined) {
    boolean starts = target.active() && !observed.active();
    boolean gpuLost = quarantined.stream().anyMatch(r -> r.kind() == Resource.Kind.PCI_FUNCTION);
    return starts && gpuLost ? observed : target;
  }
}
