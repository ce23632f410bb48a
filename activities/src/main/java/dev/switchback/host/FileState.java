package dev.switchback.host;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything about a path that a restore puts back. Timestamps are not part of it: a restored file
 * has the time of its restore.
 *
 * @param kind what is at the path
 * @param owner numeric user id; -1 if absent
 * @param group numeric group id; -1 if absent
 * @param mode permission bits in octal, four digits; empty if absent
 * @param target where a link points; empty otherwise
 * @param content the bytes of a regular file, Base64; empty otherwise
 * @param attributes extended attributes (ACLs and SELinux context among them), name to Base64 value
 */
public record FileState(
    Kind kind,
    int owner,
    int group,
    String mode,
    String target,
    String content,
    SortedMap<String, String> attributes) {
  /** What can be at a path. */
  public enum Kind {
    ABSENT,
    FILE,
    LINK,
    DIRECTORY,
    /** A device, socket or pipe: never written. */
    OTHER
  }

  /** Nothing at the path. */
  public static FileState absent() {
    return new FileState(Kind.ABSENT, -1, -1, "", "", "", new TreeMap<>());
  }
}
