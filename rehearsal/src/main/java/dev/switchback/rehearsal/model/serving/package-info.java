/** The SGLang service: its start, its HTTP answers, its speed. */
@NullMarked
package dev.switchback.rehearsal.model.serving;

import org.jspecify.annotations.NullMarked;
