/** The Temporal server that Switchback brings along. */
@NullMarked
package dev.switchback.server;

import org.jspecify.annotations.NullMarked;
