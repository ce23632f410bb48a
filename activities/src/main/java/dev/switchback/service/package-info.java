/** The own tenant's service on a host: where it lives, by the inventory. */
@NullMarked
package dev.switchback.service;

import org.jspecify.annotations.NullMarked;
