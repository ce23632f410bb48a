package dev.switchback.rehearsal;

import dev.switchback.rehearsal.files.Attribute;
import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Files without owners and times: enough to hold the host's wiring to examples. */
final class TestFiles implements VirtualFiles {
  private static final byte[] FOLDER = new byte[0];

  private final Map<String, byte[]> files = new TreeMap<>(Map.of("/", FOLDER));
  private final Map<String, String> links = new TreeMap<>();
  private final Map<String, Supplier<Tree>> mounts = new HashMap<>();
  private final List<Consumer<String>> listeners = new ArrayList<>();
  private String full = "";
  private String errno = "";
  private String reason = "";

  private SortedMap<String, Attribute> attributes() {
    SortedMap<String, Attribute> all = new TreeMap<>();
    mounts.values().forEach(mount -> all.putAll(mount.get().attributes()));
    return all;
  }

  private SortedMap<String, String> allLinks() {
    SortedMap<String, String> all = new TreeMap<>(links);
    mounts.values().forEach(mount -> all.putAll(mount.get().links()));
    return all;
  }

  private Set<String> paths() {
    Set<String> all = new TreeSet<>(files.keySet());
    for (String path : attributes().keySet()) {
      for (String up = path; !up.isEmpty(); up = up.substring(0, up.lastIndexOf('/'))) {
        all.add(up);
      }
    }
    all.addAll(allLinks().keySet());
    return all;
  }

  @Override
  public Status stat(String path) throws FileError {
    return lstat(resolve(path));
  }

  @Override
  public Status lstat(String path) throws FileError {
    if (!paths().contains(path)) {
      throw absent();
    }
    String target = allLinks().getOrDefault(path, "");
    Kind kind = target.isEmpty() ? plainKind(path) : Kind.LINK;
    return new Status(kind, 0, 0, 0644, 0, 0, path.hashCode(), target, new TreeMap<>());
  }

  private Kind plainKind(String path) {
    if (attributes().containsKey(path)) {
      return Kind.ATTRIBUTE;
    }
    return files.getOrDefault(path, FOLDER) == FOLDER ? Kind.DIRECTORY : Kind.FILE;
  }

  private static FileError absent() {
    return new FileError("ENOENT", "No such file or directory");
  }

  @Override
  public boolean exists(String path) {
    try {
      return paths().contains(resolve(path));
    } catch (FileError loop) {
      return false;
    }
  }

  @Override
  public byte[] read(String path) throws FileError {
    String real = resolve(path);
    Attribute attribute = attributes().get(real);
    if (attribute != null) {
      return attribute.read();
    }
    byte[] content = files.get(real);
    if (content == null) {
      throw absent();
    }
    return content.clone();
  }

  @Override
  public void write(String path, byte[] content) throws FileError {
    String real = resolve(path);
    Attribute attribute = attributes().get(real);
    if (attribute != null) {
      attribute.write(content);
      return;
    }
    if (!full.isEmpty() && real.startsWith(full)) {
      throw new FileError(errno, reason);
    }
    files.put(real, Arrays.copyOf(content, content.length));
    tell("write " + real);
  }

  private void tell(String change) {
    listeners.forEach(listener -> listener.accept(change));
  }

  @Override
  public void append(String path, byte[] content) throws FileError {
    String before = exists(path) ? new String(read(path), StandardCharsets.UTF_8) : "";
    write(
        path,
        (before + new String(content, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void rename(String from, String to) {
    throw new UnsupportedOperationException("rename");
  }

  @Override
  public void symlink(String target, String path) {
    links.put(path, target);
    tell("symlink " + path);
  }

  @Override
  public void unlink(String path) throws FileError {
    if (links.remove(path) == null && files.remove(path) == null) {
      throw absent();
    }
    tell("unlink " + path);
  }

  @Override
  public void mkdir(String path, int mode) {
    files.put(path, FOLDER);
  }

  @Override
  public void rmdir(String path) {
    files.remove(path);
  }

  @Override
  public void chmod(String path, int mode) {}

  @Override
  public void chown(String path, int owner, int group) {}

  @Override
  public void setAttribute(String path, String name, byte[] value) {}

  @Override
  public List<String> list(String path) {
    String prefix = path.equals("/") ? "/" : path + "/";
    TreeSet<String> names = new TreeSet<>();
    for (String each : paths()) {
      if (each.startsWith(prefix) && each.length() > prefix.length()) {
        names.add(each.substring(prefix.length()).replaceFirst("/.*", ""));
      }
    }
    return List.copyOf(names);
  }

  @Override
  public String resolve(String path) throws FileError {
    String now = path;
    for (int hops = 0; hops < 20; hops++) {
      String target = allLinks().get(now);
      if (target == null) {
        return now;
      }
      now = target;
    }
    throw new FileError("ELOOP", "Too many levels of symbolic links");
  }

  @Override
  public void mount(String path, int mode, Attribute attribute) {
    mounts.put(path, () -> new Tree(new TreeMap<>(Map.of(path, attribute)), new TreeMap<>()));
  }

  @Override
  public void mountTree(String path, Supplier<Tree> tree) {
    mounts.put(path, tree);
  }

  @Override
  public void failWrites(String path, String name, String text) {
    full = path;
    errno = name;
    reason = text;
  }

  @Override
  public void onChange(Consumer<String> listener) {
    listeners.add(listener);
  }

  @Override
  public SortedMap<String, String> describe(String path) {
    SortedMap<String, String> all = new TreeMap<>();
    files.forEach((name, content) -> all.put(name, Arrays.hashCode(content) + ""));
    all.putAll(links);
    all.keySet().removeIf(name -> !name.startsWith(path));
    return all;
  }
}
