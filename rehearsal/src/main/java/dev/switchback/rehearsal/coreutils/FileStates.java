package dev.switchback.rehearsal.coreutils;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Stand-ins for the host programs {@code file-state} and {@code file-restore}, over the virtual
 * files.
 */
public final class FileStates {
  private static final ObjectMapper JSON = new ObjectMapper();

  private FileStates() {}

  /** Both, by name. */
  public static Map<String, Program> programs() {
    Map<String, Program> programs = new LinkedHashMap<>();
    programs.put("file-state", FileStates::state);
    programs.put("file-restore", FileStates::restore);
    return programs;
  }

  private static int state(Invocation call) throws IOException {
    try {
      call.print(describe(call.machine().files(), call.arguments().get(0)) + "\n");
      return 0;
    } catch (FileError e) {
      call.complain(e.text());
      return 1;
    }
  }

  private static ObjectNode describe(VirtualFiles files, String path) throws FileError {
    ObjectNode state = JSON.createObjectNode();
    VirtualFiles.Status status;
    try {
      status = files.lstat(path);
    } catch (FileError e) {
      if (!e.errno().equals("ENOENT") && !e.errno().equals("ENOTDIR")) {
        throw e;
      }
      state.put("kind", "ABSENT").put("owner", -1).put("group", -1);
      state.put("mode", "").put("target", "").put("content", "").putObject("attributes");
      return state;
    }
    boolean file = status.kind() == VirtualFiles.Kind.FILE;
    state.put(
        "kind", status.kind() == VirtualFiles.Kind.ATTRIBUTE ? "OTHER" : status.kind().name());
    state.put("owner", status.owner()).put("group", status.group());
    state.put("mode", String.format("%04o", status.mode()));
    state.put("target", status.target());
    state.put("content", file ? Base64.getEncoder().encodeToString(files.read(path)) : "");
    ObjectNode attributes = state.putObject("attributes");
    status
        .attributes()
        .forEach((name, value) -> attributes.put(name, Base64.getEncoder().encodeToString(value)));
    return state;
  }

  private static int restore(Invocation call) throws IOException {
    JsonNode wanted = JSON.readTree(call.in().readAllBytes());
    String path = call.arguments().get(0);
    ObjectNode answer = JSON.createObjectNode();
    try {
      answer.put("changed", bring(call.machine().files(), path, wanted));
      answer.put("errno", "").put("message", "");
    } catch (FileError e) {
      answer.put("changed", false).put("errno", e.errno()).put("message", e.text());
    }
    call.print(answer + "\n");
    return 0;
  }

  private static boolean bring(VirtualFiles files, String path, JsonNode wanted) throws FileError {
    if (describe(files, path).equals(wanted)) {
      return false;
    }
    String beside = path + ".switchback-new";
    switch (wanted.path("kind").asText()) {
      case "ABSENT" -> files.unlink(path);
      case "LINK" -> {
        files.symlink(wanted.path("target").asText(), beside);
        files.rename(beside, path);
      }
      default -> replace(files, path, beside, wanted);
    }
    return true;
  }

  private static void replace(VirtualFiles files, String path, String beside, JsonNode wanted)
      throws FileError {
    byte[] content = Base64.getDecoder().decode(wanted.path("content").asText());
    boolean sameContent = false;
    try {
      sameContent =
          files.lstat(path).kind() == VirtualFiles.Kind.FILE
              && Arrays.equals(files.read(path), content);
    } catch (FileError e) {
      if (!e.errno().equals("ENOENT")) {
        throw e;
      }
    }
    String target = sameContent ? path : beside;
    if (!sameContent) {
      files.write(beside, content);
    }
    files.chown(target, wanted.path("owner").asInt(), wanted.path("group").asInt());
    files.chmod(target, Integer.parseInt(wanted.path("mode").asText(), 8));
    for (Map.Entry<String, JsonNode> attribute : wanted.path("attributes").properties()) {
      files.setAttribute(
          target, attribute.getKey(), Base64.getDecoder().decode(attribute.getValue().asText()));
    }
    if (!sameContent) {
      files.rename(beside, path);
    }
  }
}
