@NullMarked
package dev.switchback.host;

import org.jspecify.annotations.NullMarked;
