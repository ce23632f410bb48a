/** The append-only, hash-chained trail of events. */
@NullMarked
package dev.switchback.audit;

import org.jspecify.annotations.NullMarked;
