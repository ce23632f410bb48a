/** Words for people: suggestions in messages. */
@NullMarked
package dev.switchback.text;

import org.jspecify.annotations.NullMarked;
