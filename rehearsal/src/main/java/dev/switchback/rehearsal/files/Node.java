package dev.switchback.rehearsal.files;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a directory entry leads to. Guarded by the tree's lock. */
final class Node {
  private static final byte[] NOTHING = new byte[0];

  final VirtualFiles.Kind kind;
  final long inode;
  final SortedMap<String, byte[]> attributes = new TreeMap<>();
  int owner;
  int group;
  int mode;
  long modified;

  /** A file's bytes. */
  byte[] content = NOTHING;

  /** Where a link points. */
  String target = "";

  /** A directory's entries. */
  final SortedMap<String, Node> children = new TreeMap<>();

  /** What reads and writes go to, for an attribute. */
  @Nullable Attribute attribute;

  /** What says which entries there are, for the top of a mounted tree. */
  @Nullable Supplier<VirtualFiles.Tree> mounted;

  /** What the mounted tree held when this operation looked, for anything inside it. */
  VirtualFiles.@Nullable Tree view;

  Node(VirtualFiles.Kind kind, long inode, int mode, long modified) {
    this.kind = kind;
    this.inode = inode;
    this.mode = mode;
    this.modified = modified;
  }

  boolean isDirectory() {
    return kind == VirtualFiles.Kind.DIRECTORY;
  }

  boolean isLink() {
    return kind == VirtualFiles.Kind.LINK;
  }

  /** Whether the model, not a disk, says what is here. */
  boolean ofModel() {
    return view != null || mounted != null;
  }

  VirtualFiles.Status status() {
    return new VirtualFiles.Status(
        kind, owner, group, mode, size(), modified, inode, target, new TreeMap<>(attributes));
  }

  private long size() {
    return switch (kind) {
      case FILE -> content.length;
      case LINK -> target.length();
      case DIRECTORY, ATTRIBUTE -> 4096;
    };
  }
}
