/** Hosts for tests, and the behaviour that every host shows. */
@NullMarked
package dev.switchback.host.testkit;

import org.jspecify.annotations.NullMarked;
