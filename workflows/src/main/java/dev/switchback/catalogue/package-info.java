/** What an action looks like from outside: its name, kind, schemas and worst case. Data only. */
@NullMarked
package dev.switchback.catalogue;

import org.jspecify.annotations.NullMarked;
