package dev.switchback.change;

/**
 * One thing on a host that a step touches, as the fence names it.
 *
 * @param kind what sort of thing
 * @param name its name in the field's own form: a PCI function {@code 0000:41:00.0}, a unit {@code
 *     sglang-qwen.service}, an absolute path, a container id
 */
public record Resource(Kind kind, String name) implements Comparable<Resource> {
  /** The sorts of things that a fence can allow. */
  public enum Kind {
    PCI_FUNCTION,
    UNIT,
    FILE,
    CONTAINER
  }

  @Override
  public int compareTo(Resource other) {
    int byKind = kind.compareTo(other.kind);
    return byKind != 0 ? byKind : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ') + " " + name;
  }
}
