/** What a Python interpreter's start makes of an environment. */
@NullMarked
package dev.switchback.rehearsal.model.python;

import org.jspecify.annotations.NullMarked;
