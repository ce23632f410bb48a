package dev.switchback.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.switchback.json.Json;
import dev.switchback.runbook.InvalidRunbook;
import dev.switchback.runbook.Runbook;
import dev.switchback.runbook.Runbook.Parameter;
import dev.switchback.runbook.Runbook.ParameterType;
import dev.switchback.runbook.RunbookReader;
import java.util.Map;

/** Parameters as written on the command line, typed as the runbook declares them. */
final class Parameters {
  private Parameters() {}

  /** Types and checks them; what is given is sent, defaults are the planner's. */
  static JsonNode of(Runbook runbook, Map<String, String> given) {
    ObjectNode typed = JsonNodeFactory.instance.objectNode();
    given.forEach((name, text) -> typed.set(name, value(runbook.parameters().get(name), text)));
    try {
      RunbookReader.parameters(runbook, typed);
      return typed;
    } catch (InvalidRunbook e) {
      throw new CommandFailed(ExitCode.INVALID, String.valueOf(e.getMessage()));
    }
  }

  private static JsonNode value(
      @org.jspecify.annotations.Nullable Parameter declared, String text) {
    if (declared == null || declared.type() == ParameterType.STRING) {
      return JsonNodeFactory.instance.textNode(text);
    }
    try {
      return Json.mapper().readTree(text);
    } catch (JsonProcessingException e) {
      return JsonNodeFactory.instance.textNode(text);
    }
  }
}
