/** A host as actions see it: commands, files, jobs, planes. Knows no Temporal type. */
@NullMarked
package dev.switchback.host;

import org.jspecify.annotations.NullMarked;
