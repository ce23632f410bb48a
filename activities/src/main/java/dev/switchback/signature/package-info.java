/** SSH signatures over statements. */
@NullMarked
package dev.switchback.signature;

import org.jspecify.annotations.NullMarked;
