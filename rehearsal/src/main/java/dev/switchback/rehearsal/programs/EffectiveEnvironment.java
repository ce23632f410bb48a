package dev.switchback.rehearsal.programs;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.rehearsal.model.serving.SglangService;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.util.Map;

/**
 * Host program {@code effective-environment}, run on a real interpreter with the virtual
 * sitecustomize.
 */
public final class EffectiveEnvironment implements Program {
  private final ObjectMapper json = new ObjectMapper();
  private final String sitecustomize;
  private final SglangService.Interpreter interpreter;

  /**
   * Starts {@code interpreter}.
   *
   * @param sitecustomize where the interpreter finds it
   */
  public EffectiveEnvironment(String sitecustomize, SglangService.Interpreter interpreter) {
    this.sitecustomize = sitecustomize;
    this.interpreter = interpreter;
  }

  @Override
  public int run(Invocation call) throws IOException {
    Map<String, String> effective = interpreter.effective(call.environment());
    boolean found = call.machine().files().exists(sitecustomize);
    ObjectNode answer = json.createObjectNode().put("sitecustomize", found ? sitecustomize : "");
    ObjectNode values = answer.putObject("environment");
    call.arguments().forEach(name -> values.put(name, effective.get(name)));
    call.print(json.writeValueAsString(answer) + "\n");
    return 0;
  }
}
