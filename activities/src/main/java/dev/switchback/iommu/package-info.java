/** IOMMU groups and the type of their default domain. */
@NullMarked
package dev.switchback.iommu;

import org.jspecify.annotations.NullMarked;
