package dev.switchback.action;

import dev.switchback.catalogue.ActionDescriptor;
import java.time.Duration;

/**
 * What a step does, chosen by {@code uses:} from a closed catalogue.
 *
 * @param <I> its input, a record that Jackson reads from {@code with:}
 */
public sealed interface Action<I> permits StateAction, Probe {
  ActionDescriptor descriptor();

  Class<I> inputType();

  /** Longest time that it may take with this input; by default the descriptor's. */
  default Duration worstCase(I input) {
    return descriptor().worstCase();
  }
}
