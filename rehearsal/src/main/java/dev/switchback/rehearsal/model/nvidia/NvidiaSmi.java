package dev.switchback.rehearsal.model.nvidia;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What nvidia-smi prints. GPUs whose adapter does not initialise are left out, and asking for one
 * alone says that no devices were found.
 */
public final class NvidiaSmi {

  /**
   * What a run of it gave.
   *
   * @param status exit status
   * @param output standard output
   */
  public record Answer(int status, String output) {}

  private final NvidiaDriver driver;

  /** The tool on a host with {@code driver}. */
  public NvidiaSmi(NvidiaDriver driver) {
    this.driver = driver;
  }

  /** Runs it with {@code arguments}, without the program's name. */
  public Answer run(List<String> arguments) {
    List<Gpu> seen = driver.bound().stream().filter(driver::initialise).toList();
    Optional<String> only = valueOf(arguments, "-i", "--id");
    if (only.isPresent()) {
      String wanted = only.get();
      seen = seen.stream().filter(gpu -> names(gpu, wanted)).toList();
    }
    if (seen.isEmpty()) {
      return new Answer(6, "No devices were found\n");
    }
    if (arguments.contains("-L")) {
      return list(seen);
    }
    if (arguments.contains("topo")) {
      return arguments.contains("-p2p") ? peerCapability(seen) : topology(seen);
    }
    Optional<String> fields = valueOf(arguments, "--query-gpu", "--query-gpu");
    if (fields.isPresent()) {
      return query(seen, fields.get().split(","), format(arguments));
    }
    Optional<String> apps = valueOf(arguments, "--query-compute-apps", "--query-compute-apps");
    if (apps.isPresent()) {
      return apps(seen, apps.get().split(","), format(arguments));
    }
    return list(seen);
  }

  private static String format(List<String> arguments) {
    return valueOf(arguments, "--format", "--format").orElse("csv");
  }

  private static Optional<String> valueOf(List<String> arguments, String brief, String full) {
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.startsWith(full + "=")) {
        return Optional.of(argument.substring(full.length() + 1));
      }
      if (argument.equals(brief) && i + 1 < arguments.size()) {
        return Optional.of(arguments.get(i + 1));
      }
    }
    return Optional.empty();
  }

  private static boolean names(Gpu gpu, String wanted) {
    return List.of(wanted.toLowerCase(Locale.ROOT).split(",")).stream()
        .anyMatch(
            name ->
                name.equals(gpu.address())
                    || name.equals("0000" + gpu.address())
                    || name.equals(gpu.uuid().toLowerCase(Locale.ROOT))
                    || name.equals(Integer.toString(gpu.minor())));
  }

  private static Answer list(List<Gpu> seen) {
    StringBuilder out = new StringBuilder();
    for (int index = 0; index < seen.size(); index++) {
      out.append("GPU %d: %s (UUID: %s)\n".formatted(index, Gpu.NAME, seen.get(index).uuid()));
    }
    return new Answer(0, out.toString());
  }

  private Answer query(List<Gpu> seen, String[] fields, String format) {
    List<String> lines = new ArrayList<>();
    for (int index = 0; index < seen.size(); index++) {
      List<String> cells = new ArrayList<>();
      for (String field : fields) {
        Optional<String> cell = cell(seen.get(index), index, field.strip());
        if (cell.isEmpty()) {
          return new Answer(
              2, "Field \"" + field.strip() + "\" is not a valid field to query.\n\n");
        }
        cells.add(cell.get());
      }
      lines.add(String.join(", ", cells));
    }
    return table(fields, lines, format);
  }

  private static Answer table(String[] fields, List<String> lines, String format) {
    StringBuilder out = new StringBuilder();
    if (!format.contains("noheader")) {
      out.append(String.join(", ", fields)).append('\n');
    }
    lines.forEach(line -> out.append(line).append('\n'));
    return new Answer(0, out.toString());
  }

  private Optional<String> cell(Gpu gpu, int index, String field) {
    int used =
        driver.holders().stream()
            .filter(holder -> holder.minor() == gpu.minor())
            .mapToInt(NvidiaDriver.Holder::usedMib)
            .sum();
    Map<String, String> cells =
        Map.ofEntries(
            Map.entry("index", Integer.toString(index)),
            Map.entry("name", Gpu.NAME),
            Map.entry("gpu_name", Gpu.NAME),
            Map.entry("uuid", gpu.uuid()),
            Map.entry("gpu_uuid", gpu.uuid()),
            Map.entry("pci.bus_id", busId(gpu)),
            Map.entry("gpu_bus_id", busId(gpu)),
            Map.entry("driver_version", NvidiaDriver.VERSION),
            Map.entry("memory.total", Integer.toString(Gpu.MEMORY_MIB)),
            Map.entry("memory.used", Integer.toString(used)),
            Map.entry("memory.free", Integer.toString(Gpu.MEMORY_MIB - used)),
            Map.entry("utilization.gpu", "0"),
            Map.entry("temperature.gpu", Integer.toString(34 + gpu.minor())),
            Map.entry("power.draw", used > 0 ? "88.10" : "31.52"),
            Map.entry("persistence_mode", "Disabled"),
            Map.entry("compute_mode", "Default"),
            Map.entry("pcie.link.gen.current", "5"),
            Map.entry("pcie.link.gen.max", "5"),
            Map.entry("pcie.link.width.current", "16"),
            Map.entry("pcie.link.width.max", "16"),
            Map.entry("ecc.errors.uncorrected.volatile.total", "0"),
            Map.entry("gpu_recovery_action", "None"),
            Map.entry("vbios_version", "98.02.7b.00.03"));
    return Optional.ofNullable(cells.get(field));
  }

  private static String busId(Gpu gpu) {
    return "0000" + gpu.address().toUpperCase(Locale.ROOT);
  }

  private Answer apps(List<Gpu> seen, String[] fields, String format) {
    List<String> lines = new ArrayList<>();
    for (NvidiaDriver.Holder holder : driver.holders()) {
      seen.stream()
          .filter(gpu -> gpu.minor() == holder.minor() && holder.usedMib() > 0)
          .forEach(gpu -> lines.add(appLine(holder, gpu, fields)));
    }
    return table(fields, lines, format);
  }

  private static String appLine(NvidiaDriver.Holder holder, Gpu gpu, String[] fields) {
    Map<String, String> cells =
        Map.of(
            "pid", Integer.toString(holder.pid()),
            "process_name", holder.comm(),
            "name", holder.comm(),
            "gpu_uuid", gpu.uuid(),
            "gpu_bus_id", busId(gpu),
            "used_memory", Integer.toString(holder.usedMib()),
            "used_gpu_memory", Integer.toString(holder.usedMib()));
    return String.join(
        ", ",
        List.of(fields).stream().map(field -> cells.getOrDefault(field.strip(), "[N/A]")).toList());
  }

  private static Answer topology(List<Gpu> seen) {
    StringBuilder out = new StringBuilder("\t\u001B[4m");
    for (int column = 0; column < seen.size(); column++) {
      out.append("GPU").append(column).append('\t');
    }
    out.append("CPU Affinity\tNUMA Affinity\tGPU NUMA ID\u001B[0m\n");
    for (int row = 0; row < seen.size(); row++) {
      out.append("GPU").append(row);
      for (int column = 0; column < seen.size(); column++) {
        out.append('\t').append(relation(seen.get(row), seen.get(column)));
      }
      int node = seen.get(row).function().numaNode();
      out.append("\t%d-%d\t%d\t\tN/A\n".formatted(node * 32, node * 32 + 31, node));
    }
    out.append("\nLegend:\n\n  X    = Self\n");
    return new Answer(0, out.toString());
  }

  private static String relation(Gpu row, Gpu column) {
    if (row.equals(column)) {
      return " X ";
    }
    return row.function().numaNode() == column.function().numaNode() ? "NODE" : "SYS";
  }

  private static Answer peerCapability(List<Gpu> seen) {
    StringBuilder out = new StringBuilder(" ");
    for (int column = 0; column < seen.size(); column++) {
      out.append("\tGPU").append(column);
    }
    out.append('\n');
    for (int row = 0; row < seen.size(); row++) {
      out.append(" GPU").append(row);
      for (int column = 0; column < seen.size(); column++) {
        out.append('\t').append(row == column ? "X" : "OK");
      }
      out.append('\n');
    }
    out.append("\nLegend:\n\n  X    = Self\n  OK   = Status Ok\n  CNS  = Chipset not supported\n");
    return new Answer(0, out.toString());
  }
}
