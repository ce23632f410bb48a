/** Activities on the Temporal service itself. */
@NullMarked
package dev.switchback.temporal;

import org.jspecify.annotations.NullMarked;
