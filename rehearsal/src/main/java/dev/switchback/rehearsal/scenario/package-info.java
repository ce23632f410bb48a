/** The faults that a rehearsal can choose from. */
@NullMarked
package dev.switchback.rehearsal.scenario;

import org.jspecify.annotations.NullMarked;
