package dev.switchback.rehearsal.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * One way in which a rehearsal goes wrong, or goes well.
 *
 * @param name its name, the file's
 * @param title one line for a list
 * @param wrong what goes wrong on the host
 * @param knobs the host's faults
 * @param parameters what a rehearsal passes to the runbook on top of its defaults
 */
public record Scenario(
    String name, String title, String wrong, Knobs knobs, Map<String, Object> parameters) {

  /** All scenarios, in the order of DESIGN 13. */
  public static final List<String> NAMES =
      List.of(
          "healthy",
          "snp-active",
          "fsp-boot-failure",
          "fsp-boot-stuck",
          "identity-accepted-but-illegal",
          "p2p-corrupt",
          "p2p-one-direction",
          "p2p-hang",
          "nccl-falls-back-to-shm",
          "unbind-stuck",
          "group-shared",
          "neighbour-vm-starts",
          "service-never-ready",
          "benchmark-regression",
          "disk-full",
          "ssh-drops",
          "host-reboots",
          "drift-after-approval",
          "symlinked-sitecustomize",
          "wrong-encoding-sitecustomize");

  /**
   * The faults that a scenario can switch on; each is off unless its file says so.
   *
   * @param snp SEV-SNP is on
   * @param fsp NONE, FAILS_UNDER_IDENTITY, or STUCK_UNTIL_REBOOT
   * @param fabric SOUND, CORRUPT, ONE_DIRECTION or HANG: peer DMA under identity
   * @param shmOnly NCCL finds no P2P path whatever it is told
   * @param unbindStuck the nvidia driver's removal waits without end
   * @param nicInGroup a NIC shares the first own GPU's group
   * @param neverReady the service stays before its first milestone's end once P2P is on
   * @param slowP2p P2P is slower than shared memory
   * @param diskFull writes below the container's /etc answer ENOSPC
   * @param onTrigger NOTHING, VM_STARTS or UNIT_EDITED
   * @param onTypeWrite NOTHING, DROP_CONNECTIONS or REBOOT, at the first write of a group's type
   * @param sitecustomize LOOP, ASSIGNMENT or LATIN1: how the file is laid out
   */
  public record Knobs(
      boolean snp,
      Fsp fsp,
      Fabric fabric,
      boolean shmOnly,
      boolean unbindStuck,
      boolean nicInGroup,
      boolean neverReady,
      boolean slowP2p,
      boolean diskFull,
      Trigger onTrigger,
      TypeWrite onTypeWrite,
      Sitecustomize sitecustomize) {}

  /** When a GPU's secure boot fails. */
  public enum Fsp {
    NONE,
    FAILS_UNDER_IDENTITY,
    STUCK_UNTIL_REBOOT
  }

  /** What peer DMA does when both groups are identity. */
  public enum Fabric {
    SOUND,
    CORRUPT,
    ONE_DIRECTION,
    HANG
  }

  /** What happens on {@code trigger()}. */
  public enum Trigger {
    NOTHING,
    VM_STARTS,
    UNIT_EDITED
  }

  /** What happens right after the first write of a group's type. */
  public enum TypeWrite {
    NOTHING,
    DROP_CONNECTIONS,
    REBOOT
  }

  /** How the interpreter-wide settings are written. */
  public enum Sitecustomize {
    LOOP,
    ASSIGNMENT,
    LATIN1
  }

  /**
   * Reads a scenario that ships with the rehearsal host.
   *
   * @throws IllegalArgumentException when there is none of that name; the message lists all
   */
  public static Scenario named(String name) {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException(
          "no scenario \"" + name + "\"; there are: " + String.join(", ", NAMES));
    }
    ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
    ObjectNode scenario = (ObjectNode) read(yaml, name);
    ObjectNode knobs = (ObjectNode) read(yaml, "defaults");
    knobs.setAll((ObjectNode) scenario.required("knobs"));
    scenario.put("name", name).set("knobs", knobs);
    return yaml.convertValue(scenario, Scenario.class);
  }

  private static JsonNode read(ObjectMapper yaml, String name) {
    String path = "/dev/switchback/rehearsal/scenarios/" + name + ".yaml";
    try (InputStream in = Scenario.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("resource missing: " + path);
      }
      return yaml.readTree(in);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("scenario " + path, unreadable);
    }
  }
}
