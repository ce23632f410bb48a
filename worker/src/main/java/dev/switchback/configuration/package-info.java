/** Where state, inventory and server are. */
@NullMarked
package dev.switchback.configuration;

import org.jspecify.annotations.NullMarked;
