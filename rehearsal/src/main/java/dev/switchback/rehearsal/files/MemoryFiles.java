package dev.switchback.rehearsal.files;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Files in memory, seen by root. The model is only called outside the tree's lock, as it may wait
 * for as long as a kernel would.
 */
public final class MemoryFiles implements VirtualFiles {
  private static final int FOLDER_MODE = 0755;
  private static final int FILE_MODE = 0644;
  private static final int LINK_MODE = 0777;
  private static final int MODE_BITS = 07777;
  private static final byte[] NOTHING = new byte[0];

  private final Clock clock;
  private final Object lock = new Object();
  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
  private final SortedMap<String, FileError> faults = new TreeMap<>();
  private final Node root;
  private long lastInode = 1;

  /** An empty root directory. */
  public MemoryFiles(Clock clock) {
    this.clock = clock;
    this.root = new Node(Kind.DIRECTORY, lastInode, FOLDER_MODE, clock.instant().getEpochSecond());
  }

  private interface Operation<T> {
    T on(Walk walk) throws FileError;
  }

  /** Runs an operation under the lock, again after each mounted tree that it came to was asked. */
  private <T> T atomically(Operation<T> operation) throws FileError {
    Map<Node, Tree> views = new HashMap<>();
    while (true) {
      Node top;
      synchronized (lock) {
        try {
          return operation.on(new Walk(root, views));
        } catch (Walk.AskModel question) {
          top = question.top();
        }
      }
      Supplier<Tree> model = top.mounted;
      if (model != null) {
        views.put(top, model.get());
      }
    }
  }

  private void change(Operation<String> operation) throws FileError {
    atomically(
        walk -> {
          String done = operation.on(walk);
          listeners.forEach(listener -> listener.accept(done));
          return done;
        });
  }

  private long now() {
    return clock.instant().getEpochSecond();
  }

  private Node make(Kind kind, int mode) {
    lastInode++;
    return new Node(kind, lastInode, mode & MODE_BITS, now());
  }

  private void put(Walk.Place place, Node node) {
    place.folder().children.put(place.name(), node);
    place.folder().modified = now();
  }

  private void remove(Walk.Place place) {
    place.folder().children.remove(place.name());
    place.folder().modified = now();
  }

  /** Refuses changes of names where the model says what there is, and on a read-only tree. */
  private void mayChange(Walk.Place place) throws FileError {
    if (place.name().isEmpty()) {
      throw Errno.EBUSY.error();
    }
    if (place.folder().ofModel()) {
      throw Errno.EPERM.error();
    }
    FileError fault = fault(place.full());
    if (fault != null && fault.errno().equals(Errno.EROFS.name())) {
      throw fault;
    }
  }

  private @Nullable FileError fault(String path) {
    for (Map.Entry<String, FileError> fault : faults.entrySet()) {
      String below = fault.getKey().equals("/") ? "/" : fault.getKey() + "/";
      if (path.equals(fault.getKey()) || path.startsWith(below)) {
        return new FileError(fault.getValue().errno(), fault.getValue().text());
      }
    }
    return null;
  }

  @Override
  public Status stat(String path) throws FileError {
    return atomically(walk -> walk.to(path, true).existing().status());
  }

  @Override
  public Status lstat(String path) throws FileError {
    return atomically(walk -> walk.to(path, false).existing().status());
  }

  @Override
  public boolean exists(String path) {
    try {
      return atomically(walk -> walk.to(path, true).node() != null);
    } catch (FileError unreachable) {
      return false;
    }
  }

  @Override
  public byte[] read(String path) throws FileError {
    Node node =
        atomically(
            walk -> {
              Node found = walk.to(path, true).existing();
              if (found.isDirectory()) {
                throw Errno.EISDIR.error();
              }
              return found;
            });
    return node.attribute == null ? node.content.clone() : node.attribute.read();
  }

  @Override
  public void write(String path, byte[] content) throws FileError {
    store(path, content, false);
  }

  @Override
  public void append(String path, byte[] content) throws FileError {
    store(path, content, true);
  }

  private void store(String path, byte[] content, boolean after) throws FileError {
    Optional<Attribute> attribute =
        atomically(
            walk -> {
              Walk.Place place = walk.to(path, true);
              Node node = place.node();
              if (node != null && node.attribute != null) {
                return Optional.of(node.attribute);
              }
              storeInFile(place, content, after);
              return Optional.empty();
            });
    if (attribute.isPresent() && content.length > 0) {
      attribute.get().write(content.clone());
    }
  }

  private void storeInFile(Walk.Place place, byte[] content, boolean after) throws FileError {
    Node node = opened(place);
    FileError fault = fault(place.full());
    byte[] before = after ? node.content : NOTHING;
    boolean kept = fault == null || content.length == 0;
    node.content = kept ? joined(before, content) : before;
    node.modified = now();
    listeners.forEach(listener -> listener.accept("write " + place.full()));
    if (fault != null && !kept) {
      throw fault;
    }
  }

  private Node opened(Walk.Place place) throws FileError {
    Node node = place.node();
    if (node != null && node.isDirectory()) {
      throw Errno.EISDIR.error();
    }
    if (node == null && place.folder().ofModel()) {
      throw (place.full().startsWith("/proc/") ? Errno.ENOENT : Errno.EACCES).error();
    }
    mayChange(place);
    if (node == null) {
      node = make(Kind.FILE, FILE_MODE);
      put(place, node);
    }
    return node;
  }

  private static byte[] joined(byte[] before, byte[] content) {
    byte[] all = Arrays.copyOf(before, before.length + content.length);
    System.arraycopy(content, 0, all, before.length, content.length);
    return all;
  }

  @Override
  public void rename(String from, String to) throws FileError {
    change(
        walk -> {
          Walk.Place source = walk.to(from, false);
          Walk.Place target = walk.to(to, false);
          Node moved = source.existing();
          mayChange(source);
          if (target.folder().ofModel()) {
            throw Errno.EXDEV.error();
          }
          mayChange(target);
          if (moved != target.node()) {
            mayReplace(source, moved, target);
            remove(source);
            put(target, moved);
          }
          return "rename " + source.full() + " " + target.full();
        });
  }

  private static void mayReplace(Walk.Place source, Node moved, Walk.Place target)
      throws FileError {
    if (moved.isDirectory() && (target.full() + "/").startsWith(source.full() + "/")) {
      throw Errno.EINVAL.error();
    }
    Node replaced = target.node();
    if (replaced == null) {
      return;
    }
    if (moved.isDirectory() != replaced.isDirectory()) {
      throw (moved.isDirectory() ? Errno.ENOTDIR : Errno.EISDIR).error();
    }
    if (!replaced.children.isEmpty()) {
      throw Errno.ENOTEMPTY.error();
    }
  }

  @Override
  public void symlink(String target, String path) throws FileError {
    change(
        walk -> {
          Walk.Place place = walk.to(path, false);
          mustBeFree(place);
          if (target.isEmpty()) {
            throw Errno.ENOENT.error();
          }
          Node link = make(Kind.LINK, LINK_MODE);
          link.target = target;
          put(place, link);
          return "symlink " + place.full();
        });
  }

  private void mustBeFree(Walk.Place place) throws FileError {
    if (place.node() != null) {
      throw Errno.EEXIST.error();
    }
    mayChange(place);
  }

  @Override
  public void unlink(String path) throws FileError {
    change(
        walk -> {
          Walk.Place place = walk.to(path, false);
          if (place.existing().isDirectory()) {
            throw Errno.EISDIR.error();
          }
          mayChange(place);
          remove(place);
          return "unlink " + place.full();
        });
  }

  @Override
  public void mkdir(String path, int mode) throws FileError {
    change(
        walk -> {
          Walk.Place place = walk.to(path, false);
          mustBeFree(place);
          put(place, make(Kind.DIRECTORY, mode));
          return "mkdir " + place.full();
        });
  }

  @Override
  public void rmdir(String path) throws FileError {
    change(
        walk -> {
          Walk.Place place = walk.to(path, false);
          Node node = place.existing();
          if (!node.isDirectory()) {
            throw Errno.ENOTDIR.error();
          }
          mayChange(place);
          if (node.mounted != null) {
            throw Errno.EBUSY.error();
          }
          if (!node.children.isEmpty()) {
            throw Errno.ENOTEMPTY.error();
          }
          remove(place);
          return "rmdir " + place.full();
        });
  }

  @Override
  public void chmod(String path, int mode) throws FileError {
    change(
        walk -> {
          Walk.Place place = walk.to(path, true);
          Node node = place.existing();
          mayDress(place, node);
          node.mode = mode & MODE_BITS;
          return "chmod " + place.full();
        });
  }

  private void mayDress(Walk.Place place, Node node) throws FileError {
    if (node.view != null) {
      throw Errno.EPERM.error();
    }
    if (!place.name().isEmpty()) {
      mayChange(place);
    }
  }

  /** chown(2) of a file, lchown(2) of a link; -1 keeps what is there. */
  @Override
  public void chown(String path, int owner, int group) throws FileError {
    change(
        walk -> {
          Walk.Place place = walk.to(path, false);
          Node node = place.existing();
          mayDress(place, node);
          node.owner = owner < 0 ? node.owner : owner;
          node.group = group < 0 ? node.group : group;
          return "chown " + place.full();
        });
  }

  /** Sets an extended attribute without following a link; an empty value takes it away. */
  @Override
  public void setAttribute(String path, String name, byte[] value) throws FileError {
    change(
        walk -> {
          Walk.Place place = walk.to(path, false);
          Node node = place.existing();
          mayDress(place, node);
          if (value.length == 0) {
            node.attributes.remove(name);
          } else {
            node.attributes.put(name, value.clone());
          }
          return "setxattr " + place.full();
        });
  }

  @Override
  public List<String> list(String path) throws FileError {
    return atomically(
        walk -> {
          Walk.Place place = walk.to(path, true);
          return walk.entries(place.existing(), place.full());
        });
  }

  @Override
  public String resolve(String path) throws FileError {
    return atomically(
        walk -> {
          Walk.Place place = walk.to(path, true);
          place.existing();
          return place.full();
        });
  }

  @Override
  public void mount(String path, int mode, Attribute attribute) {
    synchronized (lock) {
      Node folder = folders(path.substring(0, path.lastIndexOf('/')));
      Node node = make(Kind.ATTRIBUTE, mode);
      node.attribute = attribute;
      folder.children.put(path.substring(path.lastIndexOf('/') + 1), node);
    }
  }

  @Override
  public void mountTree(String path, Supplier<Tree> tree) {
    synchronized (lock) {
      folders(path).mounted = tree;
    }
  }

  private Node folders(String path) {
    Node node = root;
    for (String name : path.split("/", -1)) {
      if (!name.isEmpty()) {
        node = node.children.computeIfAbsent(name, any -> make(Kind.DIRECTORY, FOLDER_MODE));
      }
    }
    return node;
  }

  @Override
  public void failWrites(String path, String errno, String text) {
    synchronized (lock) {
      if (errno.isEmpty()) {
        faults.remove(path);
      } else {
        faults.put(path, new FileError(errno, text));
      }
    }
  }

  @Override
  public void onChange(Consumer<String> listener) {
    listeners.add(listener);
  }

  private record Sight(Node node, String line) {}

  @Override
  public SortedMap<String, String> describe(String path) {
    SortedMap<String, Sight> seen = new TreeMap<>();
    try {
      atomically(
          walk -> {
            seen.clear();
            Walk.Place place = walk.to(path, false);
            Node node = place.node();
            if (node != null) {
              look(walk, place.full(), node, seen);
            }
            return seen;
          });
    } catch (FileError unreachable) {
      return new TreeMap<>();
    }
    SortedMap<String, String> all = new TreeMap<>();
    seen.forEach((each, sight) -> all.put(each, sight.line() + valueOf(sight.node())));
    return all;
  }

  private static void look(Walk walk, String path, Node node, SortedMap<String, Sight> seen)
      throws FileError {
    seen.put(path, new Sight(node, line(node)));
    if (node.isDirectory()) {
      for (String name : walk.entries(node, path)) {
        Node child = walk.entry(node, path, name);
        if (child != null) {
          look(walk, Walk.child(path, name), child, seen);
        }
      }
    }
  }

  private static String line(Node node) {
    StringBuilder line = new StringBuilder();
    line.append(
        "%s %d:%d %04o"
            .formatted(
                node.kind.name().toLowerCase(Locale.ROOT), node.owner, node.group, node.mode));
    node.attributes.forEach(
        (name, value) -> line.append(' ').append(name).append('=').append(Digests.sha256(value)));
    return switch (node.kind) {
      case FILE -> line + " sha256:" + Digests.sha256(node.content);
      case LINK -> line + " -> " + node.target;
      case DIRECTORY, ATTRIBUTE -> line.toString();
    };
  }

  private static String valueOf(Node node) {
    if (node.attribute == null) {
      return "";
    }
    try {
      return " " + new String(node.attribute.read(), StandardCharsets.UTF_8).strip();
    } catch (FileError refused) {
      return " " + refused.errno();
    }
  }
}
