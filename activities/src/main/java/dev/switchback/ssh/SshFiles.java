package dev.switchback.ssh;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.host.Command;
import dev.switchback.host.CommandResult;
import dev.switchback.host.Errno;
import dev.switchback.host.FileRefused;
import dev.switchback.host.FileState;
import dev.switchback.host.FileState.Kind;
import dev.switchback.host.Host;
import dev.switchback.host.HostFiles;
import dev.switchback.host.HostProgram;
import dev.switchback.host.HostScript;
import dev.switchback.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Files through commands. */
final class SshFiles implements HostFiles {
  private static final HostScript READ_ALL = HostScript.named("read-all");
  private static final HostScript READ_LINKS = HostScript.named("read-links");
  private static final HostProgram STATE = HostProgram.named("file-state");
  private static final HostProgram RESTORE = HostProgram.named("file-restore");
  private static final int LARGEST_STATE = 32 << 20;
  private static final String NEW_FILE_MODE = "0644";

  private final Host host;

  SshFiles(Host host) {
    this.host = host;
  }

  @Override
  public Optional<byte[]> read(String path) {
    CommandResult result = host.run(Command.of("cat", absolute(path)));
    if (result.truncated()) {
      throw new FileRefused(path, Errno.EFBIG, "larger than is read at once");
    }
    return present(path, result) ? Optional.of(result.stdout()) : Optional.empty();
  }

  @Override
  public Map<String, String> readAll(Collection<String> paths) {
    return framed(READ_ALL, paths);
  }

  @Override
  public List<String> list(String path) {
    CommandResult result = host.run(Command.of("ls", "-1A", absolute(path) + "/"));
    return present(path, result)
        ? result.text().lines().filter(n -> !n.isEmpty()).sorted().toList()
        : List.of();
  }

  @Override
  public Optional<String> readLink(String path) {
    return Optional.ofNullable(readLinks(List.of(path)).get(path));
  }

  @Override
  public Map<String, String> readLinks(Collection<String> paths) {
    return framed(READ_LINKS, paths);
  }

  @Override
  public FileState state(String path) {
    CommandResult result = host.run(large(STATE.command(List.of(absolute(path)))));
    if (!result.succeeded()) {
      throw refused(path, result);
    }
    return Json.read(parse(path, result), FileState.class);
  }

  @Override
  public void restore(String path, FileState state) {
    if (bring(path, state)) {
      FileState now = state(path);
      if (!now.equals(state)) {
        throw new FileRefused(path, Errno.OTHER, "reads back as " + now + ", not as " + state);
      }
    }
  }

  @Override
  public void write(String path, byte[] content) {
    String resolved = resolve(path);
    FileState before = state(resolved);
    String wanted = Base64.getEncoder().encodeToString(content);
    if (before.kind() == Kind.ABSENT) {
      bring(resolved, new FileState(Kind.FILE, -1, -1, NEW_FILE_MODE, "", wanted, new TreeMap<>()));
    } else if (before.kind() == Kind.FILE) {
      restore(
          resolved,
          new FileState(
              Kind.FILE,
              before.owner(),
              before.group(),
              before.mode(),
              "",
              wanted,
              before.attributes()));
    } else {
      Errno errno = before.kind() == Kind.DIRECTORY ? Errno.EISDIR : Errno.EINVAL;
      throw new FileRefused(path, errno, "not a regular file");
    }
    if (!state(resolved).content().equals(wanted)) {
      throw new FileRefused(path, Errno.OTHER, "reads back with other content than was written");
    }
  }

  @Override
  public void writeAttribute(String path, String value) {
    CommandResult result =
        host.run(
            Command.of("tee", absolute(path)).withStdin(value.getBytes(StandardCharsets.UTF_8)));
    if (!result.succeeded()) {
      throw refused(path, result);
    }
  }

  private String resolve(String path) {
    CommandResult result = host.run(Command.of("readlink", "-f", absolute(path)));
    String resolved = result.text();
    if (!result.succeeded() || !resolved.startsWith("/")) {
      throw new FileRefused(path, Errno.ENOENT, "its directory does not exist");
    }
    return resolved.substring(0, resolved.length() - 1);
  }

  /** Whether something was written. */
  private boolean bring(String path, FileState state) {
    CommandResult result =
        host.run(large(RESTORE.command(List.of(absolute(path))).withStdin(json(state))));
    if (!result.succeeded()) {
      throw refused(path, result);
    }
    JsonNode answer = parse(path, result);
    String errno = answer.path("errno").asText();
    if (!errno.isEmpty()) {
      throw new FileRefused(path, errno(errno), answer.path("message").asText());
    }
    return answer.path("changed").asBoolean();
  }

  private static Errno errno(String name) {
    try {
      return Errno.valueOf(name);
    } catch (IllegalArgumentException e) {
      return Errno.OTHER; // a number that no action has a use for; the message names it
    }
  }

  private static byte[] json(FileState state) {
    try {
      // Names that are not UTF-8 travel as lone surrogates, which only an escape can carry.
      return Json.mapper()
          .writer()
          .with(JsonWriteFeature.ESCAPE_NON_ASCII.mappedFeature())
          .writeValueAsString(state)
          .getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a file state is always JSON", e);
    }
  }

  private static JsonNode parse(String path, CommandResult result) {
    try {
      return Json.mapper().readTree(result.text());
    } catch (JsonProcessingException e) {
      throw new FileRefused(
          path, Errno.OTHER, "the host program answered something else than JSON: " + e);
    }
  }

  private static Command large(Command command) {
    return new Command(command.argv(), command.stdin(), command.deadline(), LARGEST_STATE);
  }

  private static boolean present(String path, CommandResult result) {
    if (result.succeeded()) {
      return true;
    }
    if (Errno.of(result.errorText()) == Errno.ENOENT) {
      return false;
    }
    throw refused(path, result);
  }

  private static FileRefused refused(String path, CommandResult result) {
    return new FileRefused(
        path,
        Errno.of(result.errorText()),
        result.errorText() + ", exit status " + result.exitStatus());
  }

  private static String absolute(String path) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("not an absolute path: '" + path + "'");
    }
    return path;
  }

  private Map<String, String> framed(HostScript script, Collection<String> paths) {
    Map<String, String> found = new LinkedHashMap<>();
    for (List<String> batch : Framing.batches(paths)) {
      batch.forEach(SshFiles::absolute);
      Framing framing = new Framing();
      List<String> args = new ArrayList<>(List.of(framing.token()));
      args.addAll(batch);
      CommandResult result = host.run(script.command(args));
      found.putAll(framing.parse(batch, result));
    }
    return found;
  }
}
