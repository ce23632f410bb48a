package dev.switchback.rehearsal.coreutils;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.files.VirtualFiles.Kind;
import dev.switchback.rehearsal.files.VirtualFiles.Status;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** Host program {@code file-state}: what is at a path, a link not followed, as one JSON object. */
final class FileStateProgram implements Program {
  private final ObjectMapper json = new ObjectMapper();

  @Override
  public int run(Invocation call) throws IOException {
    String path = call.arguments().get(0);
    try {
      call.print(json.writeValueAsString(state(call.machine().files(), path)) + "\n");
      return 0;
    } catch (FileError refused) {
      call.complain("'" + path + "': " + refused.text());
      return 1;
    }
  }

  private ObjectNode state(VirtualFiles files, String path) throws FileError {
    ObjectNode state = json.createObjectNode();
    Status status;
    try {
      status = files.lstat(path);
    } catch (FileError absent) {
      if (!List.of("ENOENT", "ENOTDIR").contains(absent.errno())) {
        throw absent;
      }
      state.put("kind", "ABSENT").put("owner", -1).put("group", -1).put("mode", "");
      state.put("target", "").put("content", "").putObject("attributes");
      return state;
    }
    boolean file = status.kind() == Kind.FILE || status.kind() == Kind.ATTRIBUTE;
    state.put("kind", file ? "FILE" : status.kind().name());
    state.put("owner", status.owner()).put("group", status.group());
    state.put("mode", String.format(Locale.ROOT, "%04o", status.mode()));
    state.put("target", status.target());
    state.put("content", file ? encoded(files.read(path)) : "");
    ObjectNode attributes = state.putObject("attributes");
    status.attributes().forEach((name, value) -> attributes.put(name, encoded(value)));
    return state;
  }

  private static String encoded(byte[] value) {
    return Base64.getEncoder().encodeToString(value);
  }
}
