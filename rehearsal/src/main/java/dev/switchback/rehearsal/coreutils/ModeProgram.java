package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.files.VirtualFiles.Kind;
import dev.switchback.rehearsal.files.VirtualFiles.Status;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code chmod}: its modes may look like options ({@code chmod -w f}). */
final class ModeProgram implements Program {
  private static final Tool TOOL = Tool.of("Rfv", Map.of("recursive", 'R'), ModeProgram::chmod);

  @Override
  public int run(Invocation call) throws IOException, InterruptedException {
    List<String> argv = new ArrayList<>(call.argv());
    int mode = 1;
    while (mode < argv.size() && argv.get(mode).matches("-[Rfv]+|--recursive")) {
      mode++;
    }
    if (mode < argv.size() && argv.get(mode).matches("-[rwxXst]+")) {
      argv.add(mode, "--");
    }
    return TOOL.run(Children.with(call, argv, call.environment()));
  }

  private static int chmod(Call call) throws IOException, Options.Wrong {
    List<String> operands = call.someOperands();
    String mode = operands.get(0);
    if (operands.size() < 2) {
      throw new Options.Wrong("missing operand after " + Quote.always(mode));
    }
    if (Changing.mode(mode, 0, false).isEmpty()) {
      throw new Options.Wrong("invalid mode: " + Quote.always(mode));
    }
    for (String operand : operands.subList(1, operands.size())) {
      change(call, mode, operand);
    }
    return call.status();
  }

  private static void change(Call call, String mode, String operand) throws IOException {
    String path = call.path(operand);
    Optional<Status> found =
        call.look(1, "cannot access " + Quote.always(operand), () -> call.files().stat(path));
    if (found.isEmpty()) {
      return;
    }
    Status status = found.get();
    boolean folder = status.kind() == Kind.DIRECTORY;
    Optional<Integer> wanted = Changing.mode(mode, status.mode(), folder);
    if (wanted.isPresent()) {
      call.attempt(
          "changing permissions of " + Quote.always(operand),
          () -> call.files().chmod(path, wanted.get()));
    }
    if (call.has('R') && folder) {
      Optional<List<String>> names =
          call.look(
              1, "cannot read directory " + Quote.always(operand), () -> call.files().list(path));
      for (String name : names.orElse(List.of())) {
        if (call.lstat(operand + "/" + name).filter(s -> s.kind() == Kind.LINK).isEmpty()) {
          change(call, mode, operand + "/" + name);
        }
      }
    }
  }
}
