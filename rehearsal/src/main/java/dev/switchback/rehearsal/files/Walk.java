package dev.switchback.rehearsal.files;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Path resolution as {@code path_resolution(7)} has it, for one operation under the tree's lock.
 */
final class Walk {
  private static final int MOST_LINKS = 40;
  private static final int LONGEST_NAME = 255;
  private static final int FOLDER_MODE = 0755;
  private static final int FILE_MODE = 0644;
  private static final int LINK_MODE = 0777;

  /**
   * Where a path ends.
   *
   * @param folder the directory that holds the last name
   * @param path its absolute path without links
   * @param name the last name; empty for the root
   * @param node what is there; null if nothing is
   */
  record Place(Node folder, String path, String name, @Nullable Node node) {
    /** The absolute path without links. */
    String full() {
      return name.isEmpty() ? "/" : child(path, name);
    }

    Node existing() throws FileError {
      if (node == null) {
        throw Errno.ENOENT.error();
      }
      return node;
    }
  }

  /** Says that a mounted tree must be asked, outside the lock, before the operation can go on. */
  static final class AskModel extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Node top;

    AskModel(Node top) {
      super("a mounted tree must be asked", null, false, false);
      this.top = top;
    }

    Node top() {
      return top;
    }
  }

  private record Step(Node node, String name) {}

  private final Node root;
  private final Map<Node, VirtualFiles.Tree> views;

  Walk(Node root, Map<Node, VirtualFiles.Tree> views) {
    this.root = root;
    this.views = views;
  }

  /**
   * Finds a path's end. With {@code follow}, a link there is followed, to nothing if it dangles.
   */
  Place to(String path, boolean follow) throws FileError {
    if (!path.startsWith("/")) {
      throw Errno.ENOENT.error();
    }
    Deque<Step> above = new ArrayDeque<>();
    Deque<String> left = names(path);
    boolean folderAsked = path.endsWith("/") || path.endsWith("/.") || path.endsWith("/..");
    int links = 0;
    while (!left.isEmpty()) {
      String name = left.pop();
      if (name.equals("..")) {
        above.pollLast();
        continue;
      }
      Node folder = top(above);
      Node found = entry(folder, where(above), name);
      if (found == null && left.isEmpty()) {
        return new Place(folder, where(above), name, null);
      }
      if (found == null) {
        throw Errno.ENOENT.error();
      }
      if (found.isLink() && (follow || folderAsked || !left.isEmpty())) {
        if (++links > MOST_LINKS) {
          throw Errno.ELOOP.error();
        }
        if (found.target.startsWith("/")) {
          above.clear();
        }
        names(found.target).descendingIterator().forEachRemaining(left::push);
        continue;
      }
      if (!found.isDirectory() && (folderAsked || !left.isEmpty())) {
        throw Errno.ENOTDIR.error();
      }
      above.addLast(new Step(found, name));
    }
    return end(above);
  }

  private Place end(Deque<Step> above) {
    Step last = above.pollLast();
    return last == null
        ? new Place(root, "/", "", root)
        : new Place(top(above), where(above), last.name(), last.node());
  }

  private Node top(Deque<Step> above) {
    Step last = above.peekLast();
    return last == null ? root : last.node();
  }

  private static String where(Deque<Step> above) {
    StringBuilder path = new StringBuilder();
    above.forEach(step -> path.append('/').append(step.name()));
    return path.isEmpty() ? "/" : path.toString();
  }

  private static Deque<String> names(String path) throws FileError {
    Deque<String> names = new ArrayDeque<>();
    for (String name : path.split("/", -1)) {
      if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
        throw Errno.ENAMETOOLONG.error();
      }
      if (!name.isEmpty() && !name.equals(".")) {
        names.addLast(name);
      }
    }
    return names;
  }

  static String child(String folder, String name) {
    return folder.equals("/") ? "/" + name : folder + "/" + name;
  }

  /** Finds an entry of a directory; null if there is none. */
  @Nullable Node entry(Node folder, String path, String name) throws FileError {
    if (!folder.isDirectory()) {
      throw Errno.ENOTDIR.error();
    }
    VirtualFiles.Tree view = view(folder);
    return view == null ? folder.children.get(name) : mountedNode(view, child(path, name));
  }

  /** Names the entries of a directory, sorted. */
  List<String> entries(Node folder, String path) throws FileError {
    if (!folder.isDirectory()) {
      throw Errno.ENOTDIR.error();
    }
    VirtualFiles.Tree view = view(folder);
    if (view == null) {
      return List.copyOf(folder.children.keySet());
    }
    String prefix = child(path, "");
    TreeSet<String> names = new TreeSet<>();
    for (SortedMap<String, ?> paths : List.of(view.attributes(), view.links())) {
      for (String each : paths.tailMap(prefix).keySet()) {
        if (!each.startsWith(prefix)) {
          break;
        }
        String rest = each.substring(prefix.length());
        int slash = rest.indexOf('/');
        names.add(slash < 0 ? rest : rest.substring(0, slash));
      }
    }
    return List.copyOf(names);
  }

  private VirtualFiles.@Nullable Tree view(Node folder) {
    if (folder.mounted == null) {
      return folder.view;
    }
    VirtualFiles.Tree view = views.get(folder);
    if (view == null) {
      throw new AskModel(folder);
    }
    return view;
  }

  private static @Nullable Node mountedNode(VirtualFiles.Tree view, String path) {
    Attribute attribute = view.attributes().get(path);
    if (attribute != null) {
      Node node = mountedNode(VirtualFiles.Kind.ATTRIBUTE, path, FILE_MODE, view);
      node.attribute = attribute;
      return node;
    }
    String target = view.links().get(path);
    if (target != null) {
      Node node = mountedNode(VirtualFiles.Kind.LINK, path, LINK_MODE, view);
      node.target = target;
      return node;
    }
    return holds(view.attributes(), path + "/") || holds(view.links(), path + "/")
        ? mountedNode(VirtualFiles.Kind.DIRECTORY, path, FOLDER_MODE, view)
        : null;
  }

  private static boolean holds(SortedMap<String, ?> paths, String prefix) {
    SortedMap<String, ?> from = paths.tailMap(prefix);
    return !from.isEmpty() && from.firstKey().startsWith(prefix);
  }

  private static Node mountedNode(
      VirtualFiles.Kind kind, String path, int mode, VirtualFiles.Tree view) {
    Node node = new Node(kind, Integer.toUnsignedLong(path.hashCode()), mode, 0);
    node.view = view;
    return node;
  }
}
