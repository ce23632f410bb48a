package dev.switchback.snapshot;

import dev.switchback.action.InputSchema;
import dev.switchback.action.StateAction;
import dev.switchback.catalogue.ActionDescriptor;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.change.Resource;
import dev.switchback.host.FileState;
import dev.switchback.host.Host;
import dev.switchback.host.Progress;
import dev.switchback.inventory.Inventory.Tenant;
import dev.switchback.service.ServiceLookup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * {@code config.snapshot}: records the own tenant's files, by their inventory entries, so that an
 * undo puts them back whatever changed them. Forward it writes nothing.
 */
public final class SnapshotAction
    implements StateAction<SnapshotAction.Input, SnapshotAction.Files> {
  /** No input. */
  public record Input() {}

  /**
   * What is recorded.
   *
   * @param files each file's state by path; links themselves, and what they point to
   */
  public record Files(SortedMap<String, FileState> files) {}

  private final ServiceLookup services;
  private final ActionDescriptor descriptor;

  public SnapshotAction(ServiceLookup services) {
    this.services = services;
    this.descriptor =
        new ActionDescriptor(
            "config.snapshot",
            ActionKind.STATE,
            "Records the own tenant's configuration files, so that an undo restores them.",
            InputSchema.of(SnapshotAction.class, "config.snapshot"),
            new LinkedHashMap<>(),
            Duration.ofMinutes(1));
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
  public Class<Files> stateType() {
    return Files.class;
  }

  @Override
  public String subject(Input input) {
    return "configuration files of the own tenant";
  }

  @Override
  public Files observe(Host host, Input input) {
    Host plane = services.plane(host);
    SortedMap<String, FileState> files = new TreeMap<>();
    for (String entry : own(host).files()) {
      if (entry.endsWith("/")) {
        plane.files().list(entry).forEach(name -> record(plane, entry + name, files));
      } else {
        record(plane, entry, files);
      }
    }
    return new Files(files);
  }

  private static void record(Host plane, String path, SortedMap<String, FileState> files) {
    FileState state = plane.files().state(path);
    if (state.kind() != FileState.Kind.DIRECTORY && state.kind() != FileState.Kind.OTHER) {
      files.put(path, state);
    }
  }

  private Tenant own(Host host) {
    return services.entry(host).own();
  }

  @Override
  public Files desired(Input input, Files observed) {
    return observed;
  }

  @Override
  public Set<Resource> touches(Input input, Files observed) {
    Set<Resource> touches = new TreeSet<>();
    observed.files().keySet().forEach(p -> touches.add(new Resource(Resource.Kind.FILE, p)));
    return touches;
  }

  @Override
  public void converge(Host host, Input input, Files target, Progress progress) {
    Host plane = services.plane(host);
    Files now = observe(host, input);
    for (Map.Entry<String, FileState> file : target.files().entrySet()) {
      if (!file.getValue().equals(now.files().get(file.getKey()))) {
        progress.report("restoring " + file.getKey());
        plane.files().restore(file.getKey(), file.getValue());
      }
    }
    for (String path : now.files().keySet()) {
      if (!target.files().containsKey(path)) {
        progress.report("removing " + path);
        plane.files().restore(path, FileState.absent());
      }
    }
  }

  @Override
  public List<String> difference(Files from, Files to) {
    Set<String> paths = new TreeSet<>(from.files().keySet());
    paths.addAll(to.files().keySet());
    List<String> lines = new ArrayList<>();
    for (String path : paths) {
      FileState before = from.files().getOrDefault(path, FileState.absent());
      FileState after = to.files().getOrDefault(path, FileState.absent());
      if (!before.equals(after)) {
        lines.add(path + ": " + said(before) + " -> " + said(after));
      }
    }
    return lines;
  }

  private static String said(FileState state) {
    return state.kind() == FileState.Kind.ABSENT
        ? "absent"
        : state.mode() + " " + state.owner() + ":" + state.group() + " " + state.content().length();
  }
}
