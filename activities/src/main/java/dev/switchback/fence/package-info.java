/** What an attempt may touch, and what of the neighbours must stay as it is. */
@NullMarked
package dev.switchback.fence;

import org.jspecify.annotations.NullMarked;
