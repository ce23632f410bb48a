/** Recording configuration so that an undo can put it back. */
@NullMarked
package dev.switchback.snapshot;

import org.jspecify.annotations.NullMarked;
