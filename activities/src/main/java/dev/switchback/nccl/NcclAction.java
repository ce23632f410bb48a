package dev.switchback.nccl;

import dev.switchback.action.ActionFailed;
import dev.switchback.action.InputSchema;
import dev.switchback.action.Refused;
import dev.switchback.action.StateAction;
import dev.switchback.catalogue.ActionDescriptor;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.change.Refusal;
import dev.switchback.change.Resource;
import dev.switchback.host.FileState;
import dev.switchback.host.Host;
import dev.switchback.host.Progress;
import dev.switchback.inventory.Inventory.Service;
import dev.switchback.service.ServiceLookup;
import dev.switchback.systemd.Unit;
import dev.switchback.systemd.UnitFile;
import dev.switchback.systemd.UnitFile.Unplaceable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * {@code env.nccl}: the service's NCCL profile, in its unit file. What the interpreter's {@code
 * sitecustomize.py} does with the same variables is found out by running it; one that overrules the
 * unit is refused. The service sees the profile at its next start.
 */
public final class NcclAction implements StateAction<NcclInput, NcclState> {
  private static final List<String> DROP_IN_FOLDERS =
      List.of("/etc/systemd/system/", "/run/systemd/system/", "/usr/lib/systemd/system/");

  private final ServiceLookup services;
  private final ActionDescriptor descriptor;

  public NcclAction(ServiceLookup services) {
    this.services = services;
    this.descriptor =
        new ActionDescriptor(
            "env.nccl",
            ActionKind.STATE,
            "Puts an NCCL profile into the service's unit file, every other byte kept.",
            InputSchema.of(NcclAction.class, "env.nccl"),
            new LinkedHashMap<>(),
            Duration.ofMinutes(2));
  }

  @Override
  public ActionDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public Class<NcclInput> inputType() {
    return NcclInput.class;
  }

  @Override
  public Class<NcclState> stateType() {
    return NcclState.class;
  }

  @Override
  public String subject(NcclInput input) {
    return "NCCL settings of the service";
  }

  @Override
  public NcclState observe(Host host, NcclInput input) {
    Service service = services.service(host);
    Host plane = services.plane(host);
    String shown =
        new Unit(plane, service.unit()).show("FragmentPath").getOrDefault("FragmentPath", "");
    String unitFile = unitFile(plane, service.unit(), shown);
    SortedMap<String, FileState> dropIns = dropIns(plane, service.unit());
    Interpreter interpreter = new Interpreter(plane, service.interpreter());
    SortedMap<String, String> forced = new TreeMap<>();
    SortedMap<String, String> defaults = new TreeMap<>();
    interpreter.reaction(forced, defaults);
    return new NcclState(
        unitFile,
        plane.files().state(unitFile),
        dropIns,
        interpreter.sitecustomize(),
        forced,
        defaults);
  }

  /** Read from the folders themselves: of a masked unit, systemd shows no drop-ins. */
  private static SortedMap<String, FileState> dropIns(Host plane, String unit) {
    SortedMap<String, FileState> dropIns = new TreeMap<>();
    for (String folder : DROP_IN_FOLDERS) {
      String path = folder + unit + ".d";
      for (String name : plane.files().list(path)) {
        if (name.endsWith(".conf")) {
          dropIns.put(path + "/" + name, plane.files().state(path + "/" + name));
        }
      }
    }
    return dropIns;
  }

  /**
   * The unit's own file; while a unit is masked, systemd shows the mask instead, and the file is
   * where it was.
   */
  private static String unitFile(Host plane, String unit, String shown) {
    boolean masked =
        shown.isEmpty() || plane.files().readLink(shown).filter("/dev/null"::equals).isPresent();
    return masked ? "/etc/systemd/system/" + unit : shown;
  }

  @Override
  public NcclState desired(NcclInput input, NcclState observed) throws Refused {
    Profile profile = Profile.named(input.profile());
    if (observed.unit().kind() != FileState.Kind.FILE) {
      throw refused("nccl.no-unit-file", observed.unitFile() + " is no regular file");
    }
    for (String name : profile.variables().keySet()) {
      String forced = observed.forced().get(name);
      if (forced != null && !forced.equals(profile.variables().get(name))) {
        throw refused(
            "nccl.forced",
            observed.sitecustomize()
                + " sets "
                + name
                + " to '"
                + forced
                + "' whatever the unit says",
            "make it a default (os.environ.setdefault), or remove it there");
      }
    }
    try {
      refuseHidden(observed);
      byte[] changed = profile.in(UnitFile.parse(content(observed.unit()))).bytes();
      return observed.withUnit(withContent(observed.unit(), changed));
    } catch (Unplaceable e) {
      throw refused("nccl.unit-file", observed.unitFile() + ": " + e.getMessage());
    }
  }

  /** What would overrule the unit file without being seen in it. */
  private static void refuseHidden(NcclState observed) throws Refused, Unplaceable {
    UnitFile unit = UnitFile.parse(content(observed.unit()));
    for (String key : List.of("EnvironmentFile", "UnsetEnvironment", "PassEnvironment")) {
      if (unit.has(key)) {
        throw refused(
            "nccl.hidden",
            observed.unitFile() + " has " + key + "=, whose effect is not seen here");
      }
    }
    for (Map.Entry<String, FileState> dropIn : observed.dropIns().entrySet()) {
      UnitFile file = UnitFile.parse(content(dropIn.getValue()));
      boolean resets = file.resetsEnvironment() || file.has("UnsetEnvironment");
      boolean sets = file.environment().keySet().stream().anyMatch(n -> n.startsWith("NCCL_P2P"));
      if (resets || sets || file.has("EnvironmentFile") || file.has("ExecStart")) {
        throw refused(
            "nccl.drop-in",
            dropIn.getKey() + " overrules the unit file",
            "move its NCCL settings into the unit file, or remove the drop-in");
      }
    }
  }

  private static Refused refused(String rule, String reason, String... remedies) {
    return new Refused(new Refusal(rule, reason, List.of(remedies)));
  }

  private static byte[] content(FileState file) {
    return Base64.getDecoder().decode(file.content());
  }

  private static FileState withContent(FileState file, byte[] content) {
    return new FileState(
        file.kind(),
        file.owner(),
        file.group(),
        file.mode(),
        file.target(),
        Base64.getEncoder().encodeToString(content),
        file.attributes());
  }

  @Override
  public Set<Resource> touches(NcclInput input, NcclState observed) {
    Set<Resource> touches = new TreeSet<>();
    observed.writable().forEach(path -> touches.add(new Resource(Resource.Kind.FILE, path)));
    return touches;
  }

  @Override
  public void converge(Host host, NcclInput input, NcclState target, Progress progress)
      throws ActionFailed {
    Service service = services.service(host);
    Host plane = services.plane(host);
    progress.report("writing " + target.unitFile());
    plane.files().restore(target.unitFile(), target.unit());
    Unit unit = new Unit(plane, service.unit());
    unit.reload();
    prove(plane, service, target);
  }

  /** Runs the unit's interpreter with the unit's environment and looks at what arrives. */
  private static void prove(Host plane, Service service, NcclState target) throws ActionFailed {
    Map<String, String> wanted;
    try {
      wanted = UnitFile.parse(content(target.unit())).environment();
    } catch (Unplaceable e) {
      throw new ActionFailed(target.unitFile() + ": " + e.getMessage());
    }
    Map<String, String> arrived =
        new Interpreter(plane, service.interpreter())
            .environment(wanted, List.of(Profile.DISABLE, Profile.LEVEL));
    for (String name : List.of(Profile.DISABLE, Profile.LEVEL)) {
      String expected = wanted.get(name);
      if (expected != null && !expected.equals(arrived.get(name))) {
        throw new ActionFailed(
            service.interpreter()
                + " started with the unit's environment has "
                + name
                + "="
                + arrived.get(name)
                + ", not "
                + expected);
      }
    }
  }

  @Override
  public List<String> difference(NcclState from, NcclState to) {
    List<String> lines = new ArrayList<>();
    if (!from.unit().equals(to.unit())) {
      List<String> before = lines(from.unit());
      List<String> after = lines(to.unit());
      before.stream()
          .filter(line -> !after.contains(line))
          .forEach(line -> lines.add(from.unitFile() + ": - " + line));
      after.stream()
          .filter(line -> !before.contains(line))
          .forEach(line -> lines.add(from.unitFile() + ": + " + line));
      if (lines.isEmpty()) {
        lines.add(from.unitFile() + ": owner, mode, attributes or order of lines");
      }
    }
    if (!from.dropIns().equals(to.dropIns())) {
      lines.add("drop-ins: " + from.dropIns().keySet() + " -> " + to.dropIns().keySet());
    }
    if (!from.forced().equals(to.forced()) || !from.defaults().equals(to.defaults())) {
      lines.add(from.sitecustomize() + ": behaves otherwise than before");
    }
    return lines;
  }

  private static List<String> lines(FileState file) {
    return new String(content(file), StandardCharsets.UTF_8).lines().map(String::strip).toList();
  }
}
