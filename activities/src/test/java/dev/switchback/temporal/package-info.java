@NullMarked
package dev.switchback.temporal;

import org.jspecify.annotations.NullMarked;
