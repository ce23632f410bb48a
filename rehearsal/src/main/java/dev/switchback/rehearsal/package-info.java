/** A rehearsal host: the seed host behind a real SSH server. */
@NullMarked
package dev.switchback.rehearsal;

import org.jspecify.annotations.NullMarked;
