package dev.switchback.rehearsal.model.nvidia;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** What a program that copies between every ordered pair of GPUs and compares would print. */
public final class PeerProbe {
  private final ObjectMapper json = new ObjectMapper();
  private final NvidiaDriver driver;
  private final Fabric fabric;

  /** A probe on a host with {@code driver}. */
  public PeerProbe(NvidiaDriver driver, Fabric fabric) {
    this.driver = driver;
    this.fabric = fabric;
  }

  /** Returns JSON Lines for each ordered pair, direction and size; the last says how many GPUs. */
  public String run(List<String> addresses, List<Long> sizes) {
    StringBuilder lines = new StringBuilder();
    for (String source : addresses) {
      for (String target : addresses) {
        if (!source.equals(target)) {
          for (String direction : List.of("write", "read")) {
            sizes.forEach(size -> lines.append(copy(source, target, direction, size)).append('\n'));
          }
        }
      }
    }
    return lines
        .append(json.createObjectNode().put("done", true).put("devices", addresses.size()))
        .append('\n')
        .toString();
  }

  private ObjectNode copy(String source, String target, String direction, long size) {
    ObjectNode line =
        json.createObjectNode()
            .put("src", source)
            .put("dst", target)
            .put("engine", "ce")
            .put("direction", direction)
            .put("bytes", size);
    Optional<Gpu> from = usable(source);
    Optional<Gpu> to = usable(target);
    if (from.isEmpty() || to.isEmpty()) {
      return result(line, "ERROR", -1, "", 0, "CUDA_ERROR_NO_DEVICE");
    }
    return switch (fabric.copy(from.get(), to.get())) {
      case OK -> result(line, "OK", -1, "", size < 1 << 20 ? 9.4 : 52.6, "");
      case MISMATCH -> result(line, "MISMATCH", 0, "poison", 0, "");
      case HANG -> result(line, "HANG", -1, "", 0, "no end before the time limit");
    };
  }

  private Optional<Gpu> usable(String address) {
    return driver.find(address).filter(driver::initialise);
  }

  private static ObjectNode result(
      ObjectNode line, String verdict, int bad, String seen, double speed, String detail) {
    return line.put("verdict", verdict)
        .put("firstBadWord", bad)
        .put("seen", seen)
        .put("gbPerSecond", speed)
        .put("detail", detail);
  }
}
