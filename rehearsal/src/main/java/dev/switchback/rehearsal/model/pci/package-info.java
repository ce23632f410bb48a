/** PCI functions, their drivers and their IOMMU groups, as the kernel's sysfs shows them. */
@NullMarked
package dev.switchback.rehearsal.model.pci;

import org.jspecify.annotations.NullMarked;
