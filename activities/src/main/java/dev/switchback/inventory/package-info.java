/** Who and what there is: hosts, tenants, people, keys, calendars. */
@NullMarked
package dev.switchback.inventory;

import org.jspecify.annotations.NullMarked;
