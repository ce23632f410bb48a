/** The one JSON mapper, RFC 8785 canonical form, and digests over it. */
@NullMarked
package dev.switchback.json;

import org.jspecify.annotations.NullMarked;
