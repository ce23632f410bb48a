package dev.switchback.iommu;

import java.util.List;

/**
 * The groups of some GPUs, and what the legality of a switch depends on. Group numbers are left
 * out: they may change.
 *
 * @param gpus each GPU's group, in the input's order
 * @param facts what the host is
 */
public record DomainState(List<GpuGroup> gpus, Facts facts) {
  public DomainState {
    gpus = List.copyOf(gpus);
  }

  /**
   * The group of one GPU.
   *
   * @param function the GPU's PCI function
   * @param type the group's default domain type; {@code none} without a group
   * @param members every function of the group that is no bridge, sorted
   */
  public record GpuGroup(String function, String type, List<Member> members) {
    public GpuGroup {
      members = List.copyOf(members);
    }
  }

  /**
   * One function of a group.
   *
   * @param function its address
   * @param driver the bound driver; empty if none
   * @param override {@code driver_override}; empty if none
   */
  public record Member(String function, String driver, String override) {}

  /**
   * What the host is.
   *
   * @param kernel release
   * @param snp whether SEV-SNP is active: {@code yes}, {@code no} or {@code unknown}
   * @param sme whether memory encryption is on: {@code yes}, {@code no} or {@code unknown}
   * @param claims who else lays claim to one of the GPUs, a line each
   */
  public record Facts(String kernel, String snp, String sme, List<String> claims) {
    public Facts {
      claims = List.copyOf(claims);
    }
  }
}
