package dev.switchback.rehearsal.model.kernel;

/**
 * A kernel, as far as the IOMMU group type's rules depend on it.
 *
 * @param release what {@code uname -r} prints, such as {@code 6.14.11-4-pve}
 * @param blocksSnpIdentity whether commit ba17de98545d (identity blocked under SNP) is in it
 */
public record KernelRelease(String release, boolean blocksSnpIdentity) {

  /** Tells whether a group's type may change by the rules of 6.4 and later. */
  public boolean groupRulesOf64() {
    return atLeast(6, 4);
  }

  /** Tells whether the identity domain is global (commit 4402f2627d30, 6.13 cycle). */
  public boolean globalIdentityDomain() {
    return atLeast(6, 13);
  }

  private boolean atLeast(int major, int minor) {
    String[] parts = release.split("[.-]", 3);
    int ownMajor = Integer.parseInt(parts[0]);
    return ownMajor > major || (ownMajor == major && Integer.parseInt(parts[1]) >= minor);
  }
}
