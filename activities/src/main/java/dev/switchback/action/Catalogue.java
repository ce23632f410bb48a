package dev.switchback.action;

import dev.switchback.catalogue.ActionDescriptor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The closed catalogue of actions, in the order of the reference. Immutable. */
public final class Catalogue {
  private final Map<String, Action<?>> actions = new LinkedHashMap<>();

  /**
   * @throws IllegalArgumentException if two actions have one name
   */
  public Catalogue(List<? extends Action<?>> actions) {
    for (Action<?> action : actions) {
      if (this.actions.put(action.descriptor().name(), action) != null) {
        throw new IllegalArgumentException("two actions are called " + action.descriptor().name());
      }
    }
  }

  /** The action of a name. */
  public Optional<Action<?>> find(String name) {
    return Optional.ofNullable(actions.get(name));
  }

  /** What every action looks like from outside, by name. */
  public Map<String, ActionDescriptor> descriptors() {
    Map<String, ActionDescriptor> descriptors = new LinkedHashMap<>();
    actions.forEach((name, action) -> descriptors.put(name, action.descriptor()));
    return descriptors;
  }
}
