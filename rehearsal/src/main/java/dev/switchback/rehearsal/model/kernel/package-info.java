/** What the simulated kernel says and refuses: its release, its log, its error numbers. */
@NullMarked
package dev.switchback.rehearsal.model.kernel;

import org.jspecify.annotations.NullMarked;
