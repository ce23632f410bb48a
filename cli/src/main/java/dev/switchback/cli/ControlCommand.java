package dev.switchback.cli;

import dev.switchback.attempt.AttemptWorkflow;
import dev.switchback.attempt.ControlAnswer;
import dev.switchback.attempt.ControlRequest;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** An operator's act on an attempt. */
abstract class ControlCommand implements Callable<Integer> {
  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(paramLabel = "ATTEMPT")
  String attempt = "";

  @Option(
      names = "--as",
      paramLabel = "PERSON",
      description = "Who acts; the login name if absent.")
  @Nullable String as;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why.")
  String reason = "";

  @Option(
      names = "--step",
      paramLabel = "STEP",
      description = "The step meant, for retry and skip.")
  String step = "";

  private final BiFunction<AttemptWorkflow, ControlRequest, ControlAnswer> act;

  ControlCommand(BiFunction<AttemptWorkflow, ControlRequest, ControlAnswer> act) {
    this.act = act;
  }

  @Override
  public Integer call() {
    ControlRequest request = new ControlRequest(Launch.person(as), reason, step);
    try (Session session = Session.open(global.settings())) {
      ControlAnswer answer = session.ask(attempt, workflow -> act.apply(workflow, request));
      global.printer().line(answer.message());
      global.printer().json(answer);
      return (answer.accepted() ? ExitCode.SUCCEEDED : ExitCode.REFUSED).code();
    }
  }

  @Command(
      name = "pause",
      description = "Hold an attempt before its next step.",
      mixinStandardHelpOptions = true)
  static final class Pause extends ControlCommand {
    Pause() {
      super(AttemptWorkflow::pause);
    }
  }

  @Command(
      name = "resume",
      description = "Let a paused attempt go on.",
      mixinStandardHelpOptions = true)
  static final class Resume extends ControlCommand {
    Resume() {
      super(AttemptWorkflow::resume);
    }
  }

  @Command(
      name = "abort",
      description = "End an attempt; what it touched is undone.",
      mixinStandardHelpOptions = true)
  static final class Abort extends ControlCommand {
    Abort() {
      super(AttemptWorkflow::abort);
    }
  }

  @Command(
      name = "retry",
      description = "Have a failed undo tried again.",
      mixinStandardHelpOptions = true)
  static final class Retry extends ControlCommand {
    Retry() {
      super(AttemptWorkflow::retry);
    }
  }

  @Command(
      name = "skip",
      description = "Leave an undo out, with a reason.",
      mixinStandardHelpOptions = true)
  static final class Skip extends ControlCommand {
    Skip() {
      super(AttemptWorkflow::skip);
    }
  }

  @Command(
      name = "resolve",
      description = "Say that the host is in order; the attempt ends.",
      mixinStandardHelpOptions = true)
  static final class Resolve extends ControlCommand {
    Resolve() {
      super(AttemptWorkflow::resolve);
    }
  }
}
