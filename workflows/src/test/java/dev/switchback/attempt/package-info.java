@NullMarked
package dev.switchback.attempt;

import org.jspecify.annotations.NullMarked;
