@NullMarked
package dev.switchback.approval;

import org.jspecify.annotations.NullMarked;
