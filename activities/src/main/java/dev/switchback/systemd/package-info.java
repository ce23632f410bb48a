/** Units of systemd: their state and their files. */
@NullMarked
package dev.switchback.systemd;

import org.jspecify.annotations.NullMarked;
