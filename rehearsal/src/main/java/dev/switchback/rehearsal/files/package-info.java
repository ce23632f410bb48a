/** A virtual file system with POSIX semantics, parts of it backed by the model. */
@NullMarked
package dev.switchback.rehearsal.files;

import org.jspecify.annotations.NullMarked;
