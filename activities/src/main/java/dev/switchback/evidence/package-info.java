/** Blobs addressed by their SHA-256. */
@NullMarked
package dev.switchback.evidence;

import org.jspecify.annotations.NullMarked;
