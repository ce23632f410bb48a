/** The SSH server of the rehearsal host. */
@NullMarked
package dev.switchback.rehearsal.ssh;

import org.jspecify.annotations.NullMarked;
