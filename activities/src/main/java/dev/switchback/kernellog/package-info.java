/** Reading the kernel log, and knowing its lines. */
@NullMarked
package dev.switchback.kernellog;

import org.jspecify.annotations.NullMarked;
