package dev.switchback.gpu;

import dev.switchback.nccl.Transport;
import java.util.ArrayList;
import java.util.List;

/**
 * What is wrong with peer copies, decided from facts alone.
 *
 * @param cause the cause
 * @param evidence what shows it, a line each
 * @param remedies what helps, the least risky first
 */
public record Diagnosis(Cause cause, List<String> evidence, List<String> remedies) {
  public Diagnosis {
    evidence = List.copyOf(evidence);
    remedies = List.copyOf(remedies);
  }

  /** What can be wrong. */
  public enum Cause {
    /** Copies are right, and the service uses them. */
    NO_FAULT,
    /** Copies arrive wrong, or not at all, under a translating IOMMU domain. */
    IOMMU_CORRUPTION,
    /** A GPU does not work because its untranslated domain is illegal on this host. */
    ILLEGAL_IDENTITY,
    /** Copies are right, but NCCL does not use them although nothing turns them off. */
    NCCL_FALLBACK,
    /** Copies are right, and settings keep NCCL from using them. */
    TURNED_OFF,
    /** Copies are wrong although no domain translates: links, firmware or driver. */
    FABRIC,
    /** A GPU does not answer, for a reason that the kernel log does not tie to its domain. */
    GPU_DOWN,
    /** What was seen does not tell. */
    UNKNOWN
  }

  /**
   * What was seen.
   *
   * @param picture the host
   * @param copies result of the peer copies; verdict {@code UNMEASURED} if they could not be made
   * @param kernelLog lines of the kernel log that are about GPUs or the IOMMU, the newest last
   * @param transport what the service's log says of NCCL
   * @param peerCopiesDisabled whether the service's settings turn peer copies off
   */
  public record Facts(
      HostPicture picture,
      PeerProbe.Result copies,
      List<String> kernelLog,
      Transport transport,
      boolean peerCopiesDisabled) {}

  private static final String SAFE = "keep the safe profile: run p2p-disable";

  /** Decides. */
  public static Diagnosis of(Facts facts) {
    List<String> evidence = new ArrayList<>();
    List<HostPicture.Gpu> silent =
        facts.picture().gpus().stream().filter(gpu -> !gpu.answers()).toList();
    silent.forEach(gpu -> evidence.add(gpu.function() + " (" + gpu.type() + ") does not answer"));
    boolean translated =
        facts.picture().gpus().stream().anyMatch(gpu -> gpu.type().startsWith("DMA"));
    if (!silent.isEmpty()) {
      return silent(facts, silent, evidence);
    }
    if (!facts.copies().verdict().equals("OK")) {
      return wrong(facts, translated, evidence);
    }
    evidence.add(
        facts.copies().pairsOk()
            + " of "
            + facts.copies().pairsTotal()
            + " ordered pairs copy right");
    evidence.add("NCCL in the service uses " + facts.transport().label());
    if (facts.transport() == Transport.P2P) {
      return new Diagnosis(Cause.NO_FAULT, evidence, List.of());
    }
    if (facts.peerCopiesDisabled()) {
      return new Diagnosis(
          Cause.TURNED_OFF,
          evidence,
          List.of("nothing has to be done", "to use peer copies: env.nccl with profile p2p-on"));
    }
    return facts.transport() == Transport.SHM || facts.transport() == Transport.MIXED
        ? new Diagnosis(
            Cause.NCCL_FALLBACK,
            evidence,
            List.of(
                "set NCCL_P2P_LEVEL=SYS: by default NCCL uses peer copies below one PCIe switch only"
                    + " (env.nccl with profile p2p-on)"))
        : new Diagnosis(
            Cause.UNKNOWN,
            evidence,
            List.of("start the service with NCCL_DEBUG=INFO, so that its log names the transport"));
  }

  private static Diagnosis silent(
      Facts facts, List<HostPicture.Gpu> silent, List<String> evidence) {
    boolean identity = silent.stream().anyMatch(gpu -> gpu.type().equals("identity"));
    List<String> illegal =
        facts.kernelLog().stream().filter(l -> l.contains("ILLEGAL_DEV_TABLE_ENTRY")).toList();
    evidence.addAll(illegal.stream().limit(2).toList());
    facts.kernelLog().stream()
        .filter(line -> line.contains("NVRM") && line.contains("failed"))
        .limit(2)
        .forEach(evidence::add);
    return identity && (!illegal.isEmpty() || facts.picture().snp().equals("yes"))
        ? new Diagnosis(
            Cause.ILLEGAL_IDENTITY,
            evidence,
            List.of(
                "put the recorded domain type back (undo the attempt that changed it)",
                "if a GPU stays silent after that: reboot the host in agreement with all tenants"))
        : new Diagnosis(
            Cause.GPU_DOWN,
            evidence,
            List.of(
                "look at the kernel log's lines about the GPU",
                "reset the GPU, or reboot the host in agreement with all tenants"));
  }

  private static Diagnosis wrong(Facts facts, boolean translated, List<String> evidence) {
    evidence.add(
        facts.copies().verdict().equals("UNMEASURED")
            ? "peer copies could not be made: " + facts.copies().worst()
            : facts.copies().worst());
    facts.kernelLog().stream()
        .filter(line -> line.contains("IO_PAGE_FAULT") || line.contains("DMAR: [DMA"))
        .limit(2)
        .forEach(evidence::add);
    if (!List.of("MISMATCH", "HANG").contains(facts.copies().verdict())) {
      return new Diagnosis(Cause.UNKNOWN, evidence, List.of("find out why the probe failed", SAFE));
    }
    return translated
        ? new Diagnosis(
            Cause.IOMMU_CORRUPTION,
            evidence,
            List.of(
                SAFE,
                "use a host kernel before 6.12, or a driver that maps peer memory under dma-iommu",
                "clear ACS redirection on switch ports below which all devices are one tenant's",
                facts.picture().snp().equals("no")
                    ? "switch the groups to identity: run p2p-identity"
                    : "identity domains are not legal while SEV-SNP is active"))
        : new Diagnosis(
            Cause.FABRIC,
            evidence,
            List.of(SAFE, "check the driver, the links and the firmware of the slots"));
  }
}
