/** GPUs as the host shows them, and peer copies proven by data. */
@NullMarked
package dev.switchback.gpu;

import org.jspecify.annotations.NullMarked;
