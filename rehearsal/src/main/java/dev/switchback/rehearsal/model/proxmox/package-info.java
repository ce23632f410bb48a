/** Proxmox VE's guests: qm, pct, and the GPUs that VMs hold. */
@NullMarked
package dev.switchback.rehearsal.model.proxmox;

import org.jspecify.annotations.NullMarked;
