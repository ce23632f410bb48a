/** One execution of a change: the Temporal workflow, its phases, and the effects it asks for. */
@NullMarked
package dev.switchback.attempt;

import org.jspecify.annotations.NullMarked;
