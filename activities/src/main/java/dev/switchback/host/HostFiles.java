package dev.switchback.host;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Files on one plane of a host. Paths are absolute. Every method may throw {@link HostException};
 * one that is refused by the host's kernel throws {@link FileRefused} with the errno's name.
 */
public interface HostFiles {
  /** The bytes of a file; empty if there is none. Follows links. */
  Optional<byte[]> read(String path);

  /**
   * The texts of many small files in one round trip, without the newline at their end; a path that
   * can't be read is absent. For sysfs and procfs attributes.
   */
  Map<String, String> readAll(Collection<String> paths);

  /** The names in a directory, sorted; empty if there is no such directory. */
  List<String> list(String path);

  /**
   * Where a symbolic link points, as written in it; empty if it is not a link or does not exist.
   */
  Optional<String> readLink(String path);

  /** Many links in one round trip; those that are none are absent. */
  Map<String, String> readLinks(Collection<String> paths);

  /**
   * Everything that a restore needs; {@link FileState#absent} if there is no such file. Does not
   * follow a link.
   */
  FileState state(String path);

  /**
   * Brings a path to a state: written beside the link's target, synced, renamed; owner, mode and
   * extended attributes set; read back and compared. A state equal to the present one writes
   * nothing.
   */
  void restore(String path, FileState state);

  /**
   * Replaces a file's content as {@link #restore} does and keeps everything else; follows links.
   */
  void write(String path, byte[] content);

  /**
   * Writes a kernel attribute (sysfs, procfs) in place with one {@code write(2)}. For one that can
   * hang use a {@link Host#job} with {@code tee}.
   *
   * @throws FileRefused with the errno that the kernel answered
   */
  void writeAttribute(String path, String value);
}
