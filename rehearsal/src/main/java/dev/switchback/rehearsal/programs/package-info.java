/** Commands of the rehearsal host that answer from the model. */
@NullMarked
package dev.switchback.rehearsal.programs;

import org.jspecify.annotations.NullMarked;
