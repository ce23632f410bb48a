@NullMarked
package dev.switchback.inventory;

import org.jspecify.annotations.NullMarked;
