@NullMarked
package dev.switchback.ssh;

import org.jspecify.annotations.NullMarked;
