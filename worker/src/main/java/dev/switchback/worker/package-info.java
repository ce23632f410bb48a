/** The running process: everything composed in one place. */
@NullMarked
package dev.switchback.worker;

import org.jspecify.annotations.NullMarked;
