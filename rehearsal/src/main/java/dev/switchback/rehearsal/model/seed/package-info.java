/** The seed host's hardware and guests, put together for a scenario. */
@NullMarked
package dev.switchback.rehearsal.model.seed;

import org.jspecify.annotations.NullMarked;
