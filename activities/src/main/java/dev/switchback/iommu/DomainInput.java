package dev.switchback.iommu;

import java.util.List;
import java.util.Optional;

/**
 * Input of {@code iommu.domain}.
 *
 * @param gpus PCI functions, in the order in which they are switched
 * @param type the domain type wanted, as sysfs writes it
 * @param canary whether each GPU's health is proven before the next is touched; true if absent
 * @param override name of a refusal that is overridden
 */
public record DomainInput(
    List<String> gpus, String type, Optional<Boolean> canary, Optional<String> override) {}
