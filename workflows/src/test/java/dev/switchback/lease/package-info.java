@NullMarked
package dev.switchback.lease;

import org.jspecify.annotations.NullMarked;
