package dev.switchback.rehearsal.model.pci;

import java.util.List;

/**
 * An IOMMU group as it is now.
 *
 * @param id its number
 * @param members addresses of its functions
 * @param type default domain's type: DMA, DMA-FQ or identity
 * @param openedByVfio whether a process holds it through vfio
 */
public record IommuGroup(int id, List<String> members, String type, boolean openedByVfio) {
  IommuGroup withType(String next) {
    return new IommuGroup(id, members, next, openedByVfio);
  }

  IommuGroup withOpened(boolean opened) {
    return new IommuGroup(id, members, type, opened);
  }
}
