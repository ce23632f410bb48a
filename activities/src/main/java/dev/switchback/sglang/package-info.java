/** The SGLang service: whether it is ready, and how fast it is. */
@NullMarked
package dev.switchback.sglang;

import org.jspecify.annotations.NullMarked;
