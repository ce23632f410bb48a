/** One mutating attempt at a time per host: a queue that frees the lease of a vanished holder. */
@NullMarked
package dev.switchback.lease;

import org.jspecify.annotations.NullMarked;
