/** Window arithmetic: does the change and its way back fit before the window closes? */
@NullMarked
package dev.switchback.window;

import org.jspecify.annotations.NullMarked;
