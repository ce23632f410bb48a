/** Fakes and fixtures for the engine's tests: nothing here has an effect on anything. */
@NullMarked
package dev.switchback.testkit;

import org.jspecify.annotations.NullMarked;
