/** The kernel's files: sysfs and procfs as paths, texts, links and writes. */
@NullMarked
package dev.switchback.rehearsal.model.tree;

import org.jspecify.annotations.NullMarked;
