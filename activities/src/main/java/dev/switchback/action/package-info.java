/** The one contract of all actions, and the run of a step by it. */
@NullMarked
package dev.switchback.action;

import org.jspecify.annotations.NullMarked;
