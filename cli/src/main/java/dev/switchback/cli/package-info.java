/**
 * The command line: each command is options, one call, one print. Talks to Temporal and to the
 * stores, never to a host.
 */
@NullMarked
package dev.switchback.cli;

import org.jspecify.annotations.NullMarked;
