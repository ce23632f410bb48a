/** The programs of coreutils and their like over virtual files. */
@NullMarked
package dev.switchback.rehearsal.coreutils;

import org.jspecify.annotations.NullMarked;
