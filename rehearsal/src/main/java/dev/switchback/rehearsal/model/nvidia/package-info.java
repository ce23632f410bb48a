/** The NVIDIA driver, its GPUs, nvidia-smi, and what peer DMA does. */
@NullMarked
package dev.switchback.rehearsal.model.nvidia;

import org.jspecify.annotations.NullMarked;
