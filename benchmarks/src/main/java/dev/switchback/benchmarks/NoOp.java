package dev.switchback.benchmarks;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.switchback.action.Probe;
import dev.switchback.catalogue.ActionDescriptor;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.host.Host;
import dev.switchback.host.Progress;
import java.time.Duration;
import java.util.LinkedHashMap;

/** An action that does nothing: what is left is the engine. */
final class NoOp implements Probe<NoOp.Input, NoOp.Result> {
  /** No input. */
  record Input() {}

  /** Nothing. */
  record Result(boolean done) {}

  @Override
  public ActionDescriptor descriptor() {
    return new ActionDescriptor(
        "bench.noop",
        ActionKind.PROBE,
        "Does nothing.",
        JsonNodeFactory.instance.objectNode().put("type", "object"),
        new LinkedHashMap<>(),
        Duration.ofMinutes(1));
  }

  @Override
  public Class<Input> inputType() {
    return Input.class;
  }

  @Override
  public Result measure(Host host, Input input, Progress progress) {
    return new Result(true);
  }
}
