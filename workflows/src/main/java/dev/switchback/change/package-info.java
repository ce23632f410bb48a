/**
 * The plan of a change as data: steps, differences, resources, digest. Knows neither Temporal nor
 * SSH.
 */
@NullMarked
package dev.switchback.change;

import org.jspecify.annotations.NullMarked;
