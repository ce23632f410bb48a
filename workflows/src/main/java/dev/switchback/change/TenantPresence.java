package dev.switchback.change;

import java.util.List;

/**
 * One tenant on the host and what of it was seen there.
 *
 * @param tenant the tenant's name in the inventory
 * @param own whether the change is this tenant's
 * @param holds what it holds now, a line each ({@code vm 200 running}, {@code 0000:81:00.0 vfio-pci
 *     group 45 DMA-FQ}); the neighbour's invariants are compared against these
 */
public record TenantPresence(String tenant, boolean own, List<String> holds) {
  public TenantPresence {
    holds = List.copyOf(holds);
  }
}
