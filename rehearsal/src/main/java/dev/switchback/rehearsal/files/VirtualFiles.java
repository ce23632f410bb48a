package dev.switchback.rehearsal.files;

import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * A tree of files with POSIX semantics. Paths are absolute; {@code .} and {@code ..} are resolved;
 * links are followed except where said. Thread-safe.
 */
public interface VirtualFiles {
  /** What is at a path. */
  enum Kind {
    FILE,
    DIRECTORY,
    LINK,
    /** Backed by the model: sysfs, procfs. */
    ATTRIBUTE
  }

  /**
   * What {@code lstat(2)} says, and extended attributes.
   *
   * @param mode permission bits
   * @param modified seconds since the epoch
   * @param target where a link points; empty otherwise
   */
  record Status(
      Kind kind,
      int owner,
      int group,
      int mode,
      long size,
      long modified,
      long inode,
      String target,
      SortedMap<String, byte[]> attributes) {}

  Status stat(String path) throws FileError;

  Status lstat(String path) throws FileError;

  /** Whether there is something at a path, links followed. */
  boolean exists(String path);

  byte[] read(String path) throws FileError;

  /** open(O_WRONLY|O_CREAT|O_TRUNC), write, close; an attribute takes the bytes as one write. */
  void write(String path, byte[] content) throws FileError;

  void append(String path, byte[] content) throws FileError;

  /**
   * rename(2): replaces a file, or an empty directory by a directory; the last part is not
   * followed.
   */
  void rename(String from, String to) throws FileError;

  void symlink(String target, String path) throws FileError;

  void unlink(String path) throws FileError;

  void mkdir(String path, int mode) throws FileError;

  void rmdir(String path) throws FileError;

  void chmod(String path, int mode) throws FileError;

  void chown(String path, int owner, int group) throws FileError;

  /** lsetxattr(2). */
  void setAttribute(String path, String name, byte[] value) throws FileError;

  /** Names in a directory, sorted. */
  List<String> list(String path) throws FileError;

  /** realpath(3). */
  String resolve(String path) throws FileError;

  /** Puts an attribute at a path and makes the directories above it. */
  void mount(String path, int mode, Attribute attribute);

  /**
   * Hands a directory to the model: below it, {@code tree} says at each look which paths there are.
   *
   * @param path the directory
   * @param tree asked at each operation below it
   */
  void mountTree(String path, Supplier<Tree> tree);

  /**
   * What a mounted directory holds now. Directories are implied by the paths.
   *
   * @param attributes by absolute path
   * @param links targets by absolute path
   */
  record Tree(SortedMap<String, Attribute> attributes, SortedMap<String, String> links) {}

  /**
   * From now on, writing content below {@code path} fails with the error; a null-length {@code
   * errno} ends that.
   */
  void failWrites(String path, String errno, String text);

  /**
   * Told of each operation that changed something outside mounted trees: {@code write /etc/x}, in
   * order.
   */
  void onChange(java.util.function.Consumer<String> listener);

  /**
   * Every path below {@code path} with what it is: kind, owner, mode, and content's SHA-256 or
   * target.
   */
  SortedMap<String, String> describe(String path);
}
