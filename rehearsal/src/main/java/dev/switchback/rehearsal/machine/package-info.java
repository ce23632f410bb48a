/** The planes of the rehearsal host: their files, their programs, their boot. */
@NullMarked
package dev.switchback.rehearsal.machine;

import org.jspecify.annotations.NullMarked;
