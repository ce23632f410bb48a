/** How workflow and activity arguments become Temporal payloads. */
@NullMarked
package dev.switchback.payload;

import org.jspecify.annotations.NullMarked;
