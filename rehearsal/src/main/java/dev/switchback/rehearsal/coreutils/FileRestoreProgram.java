package dev.switchback.rehearsal.coreutils;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.rehearsal.files.Digests;
import dev.switchback.rehearsal.files.Errno;
import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.files.VirtualFiles.Kind;
import dev.switchback.rehearsal.files.VirtualFiles.Status;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Host program {@code file-restore}: brings a path to the state given as JSON on standard input. A
 * file or link is made beside and renamed over the path.
 */
final class FileRestoreProgram implements Program {
  private static final int PRIVATE_FOLDER = 0700;
  private static final int PRIVATE_FILE = 0600;
  private static final int MARK_LENGTH = 16;

  private final ObjectMapper json = new ObjectMapper();

  /** What is wanted at a path; the content is Base64. */
  private record Wanted(
      String kind,
      int owner,
      int group,
      int mode,
      String target,
      String content,
      SortedMap<String, byte[]> attributes) {}

  @Override
  public int run(Invocation call) throws IOException {
    ObjectNode answer = json.createObjectNode().put("changed", false);
    answer.put("errno", "").put("message", "");
    try {
      Wanted wanted = wanted(json.readTree(call.in().readAllBytes()));
      answer.put("changed", restore(call, call.arguments().get(0), wanted));
    } catch (FileError refused) {
      answer.put("errno", refused.errno()).put("message", refused.text());
    }
    call.print(json.writeValueAsString(answer) + "\n");
    return 0;
  }

  private static Wanted wanted(JsonNode state) {
    SortedMap<String, byte[]> attributes = new TreeMap<>();
    state
        .path("attributes")
        .properties()
        .forEach(a -> attributes.put(a.getKey(), decoded(a.getValue().asText())));
    String mode = state.path("mode").asText();
    return new Wanted(
        state.path("kind").asText(),
        state.path("owner").asInt(-1),
        state.path("group").asInt(-1),
        mode.isEmpty() ? 0 : Integer.parseInt(mode, 8),
        state.path("target").asText(),
        state.path("content").asText(),
        attributes);
  }

  private static byte[] decoded(String base64) {
    return Base64.getDecoder().decode(base64);
  }

  private static boolean restore(Invocation call, String path, Wanted wanted) throws FileError {
    VirtualFiles files = call.machine().files();
    if (wanted.kind().equals("OTHER")) {
      throw new FileError(Errno.EINVAL.name(), "a device, socket or pipe is never written");
    }
    Optional<Status> present = present(files, path);
    sweep(files, path);
    if (same(files, path, present, wanted)) {
      return false;
    }
    switch (wanted.kind()) {
      case "ABSENT" -> remove(files, path);
      case "FILE", "LINK" -> replace(call, path, wanted);
      default -> makeFolder(files, path, present, wanted);
    }
    return true;
  }

  private static Optional<Status> present(VirtualFiles files, String path) throws FileError {
    try {
      return Optional.of(files.lstat(path));
    } catch (FileError absent) {
      if (absent.errno().equals("ENOENT") || absent.errno().equals("ENOTDIR")) {
        return Optional.empty();
      }
      throw absent;
    }
  }

  private static boolean same(
      VirtualFiles files, String path, Optional<Status> present, Wanted wanted) throws FileError {
    if (present.isEmpty()) {
      return wanted.kind().equals("ABSENT");
    }
    Status status = present.get();
    boolean owned =
        (wanted.owner() == -1 || wanted.owner() == status.owner())
            && (wanted.group() == -1 || wanted.group() == status.group());
    boolean link = status.kind() == Kind.LINK;
    return kind(status).equals(wanted.kind())
        && owned
        && (link ? status.target().equals(wanted.target()) : status.mode() == wanted.mode())
        && (status.kind() == Kind.DIRECTORY
            || link
            || Arrays.equals(files.read(path), decoded(wanted.content())))
        && described(status.attributes()).equals(described(wanted.attributes()));
  }

  private static String kind(Status status) {
    return status.kind() == Kind.ATTRIBUTE ? "FILE" : status.kind().name();
  }

  private static String described(SortedMap<String, byte[]> attributes) {
    StringBuilder all = new StringBuilder();
    attributes.forEach(
        (name, value) -> all.append(name).append('=').append(Arrays.toString(value)));
    return all.toString();
  }

  private static void remove(VirtualFiles files, String path) throws FileError {
    if (files.lstat(path).kind() == Kind.DIRECTORY) {
      files.rmdir(path);
    } else {
      files.unlink(path);
    }
  }

  private static String beside(String path) {
    int slash = path.lastIndexOf('/') + 1;
    byte[] name = path.substring(slash).getBytes(StandardCharsets.UTF_8);
    String mark = Digests.sha256(name).substring(0, MARK_LENGTH);
    return path.substring(0, slash) + ".switchback-" + mark + "-";
  }

  /** Removes what a run that was killed left. */
  private static void sweep(VirtualFiles files, String path) throws FileError {
    String folder = path.substring(0, Math.max(1, path.lastIndexOf('/')));
    if (!files.exists(folder)) {
      return;
    }
    String prefix = beside(path).substring(path.lastIndexOf('/') + 1);
    for (String name : files.list(folder)) {
      if (name.startsWith(prefix)) {
        files.unlink(folder + "/" + name);
      }
    }
  }

  private static void replace(Invocation call, String path, Wanted wanted) throws FileError {
    VirtualFiles files = call.machine().files();
    String made = beside(path) + Integer.toHexString(call.pid());
    try {
      if (wanted.kind().equals("LINK")) {
        files.symlink(wanted.target(), made);
      } else {
        files.write(made, new byte[0]);
        files.chmod(made, PRIVATE_FILE);
        files.append(made, decoded(wanted.content()));
      }
      dress(files, made, wanted);
      files.rename(made, path);
    } catch (FileError refused) {
      if (present(files, made).isPresent()) {
        files.unlink(made);
      }
      throw refused;
    }
  }

  private static void makeFolder(
      VirtualFiles files, String path, Optional<Status> present, Wanted wanted) throws FileError {
    if (present.isEmpty()) {
      files.mkdir(path, PRIVATE_FOLDER);
    } else if (present.get().kind() != Kind.DIRECTORY) {
      throw new FileError(Errno.ENOTDIR.name(), "a file is in the place of a directory");
    }
    dress(files, path, wanted);
  }

  private static void dress(VirtualFiles files, String path, Wanted wanted) throws FileError {
    Status present = files.lstat(path);
    boolean owned =
        (wanted.owner() == -1 || wanted.owner() == present.owner())
            && (wanted.group() == -1 || wanted.group() == present.group());
    if (!owned) {
      files.chown(path, wanted.owner(), wanted.group());
    }
    if (present.kind() != Kind.LINK) {
      files.chmod(path, wanted.mode());
    }
    SortedSet<String> names = new TreeSet<>(present.attributes().keySet());
    names.addAll(wanted.attributes().keySet());
    for (String name : names) {
      byte[] value = wanted.attributes().getOrDefault(name, new byte[0]);
      if (!Arrays.equals(value, present.attributes().getOrDefault(name, new byte[0]))) {
        files.setAttribute(path, name, value);
      }
    }
  }
}
