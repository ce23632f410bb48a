/** CEL expressions of a runbook: checked when read, evaluated deterministically. */
@NullMarked
package dev.switchback.expression;

import org.jspecify.annotations.NullMarked;
