/** A catalogue for tests of what reads runbooks. */
@NullMarked
package dev.switchback.catalogue.testkit;

import org.jspecify.annotations.NullMarked;
