/** A small POSIX shell over virtual files. */
@NullMarked
package dev.switchback.rehearsal.shell;

import org.jspecify.annotations.NullMarked;
