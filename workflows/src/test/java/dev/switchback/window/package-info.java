@NullMarked
package dev.switchback.window;

import org.jspecify.annotations.NullMarked;
