/** Units as systemd reads, loads, starts and shows them. */
@NullMarked
package dev.switchback.rehearsal.model.systemd;

import org.jspecify.annotations.NullMarked;
