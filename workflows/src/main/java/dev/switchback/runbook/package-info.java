/** Reading a runbook file: YAML, schema, expressions; every problem with its place and fix. */
@NullMarked
package dev.switchback.runbook;

import org.jspecify.annotations.NullMarked;
