/** NCCL's settings: where they come from, what is in force, and profiles of them. */
@NullMarked
package dev.switchback.nccl;

import org.jspecify.annotations.NullMarked;
