/** Measured comparisons: two things in turn in one run, medians, and the ratio. */
@NullMarked
package dev.switchback.benchmarks;

import org.jspecify.annotations.NullMarked;
