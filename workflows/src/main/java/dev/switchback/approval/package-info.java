/** Statements that people sign, and the rules by which decisions open a gate. */
@NullMarked
package dev.switchback.approval;

import org.jspecify.annotations.NullMarked;
