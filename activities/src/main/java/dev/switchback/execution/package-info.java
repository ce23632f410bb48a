/** Running steps by the actions' contract, and the Temporal side of it. */
@NullMarked
package dev.switchback.execution;

import org.jspecify.annotations.NullMarked;
