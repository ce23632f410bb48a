package dev.switchback.cli;

import dev.switchback.approval.SignedStatement;
import dev.switchback.approval.Statement;
import dev.switchback.attempt.AttemptStatus;
import dev.switchback.attempt.AttemptWorkflow;
import dev.switchback.attempt.ControlAnswer;
import dev.switchback.change.Plan;
import dev.switchback.signature.SigningFailed;
import dev.switchback.signature.SshSignatures;
import java.io.Console;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Signs a statement about an attempt's plan and sends it. */
abstract class DecideCommand implements Callable<Integer> {
  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(paramLabel = "ATTEMPT")
  String attempt = "";

  @Option(
      names = "--gate",
      required = true,
      paramLabel = "GATE",
      description = "The gate to decide at.")
  String gate = "";

  @Option(
      names = "--as",
      required = true,
      paramLabel = "PERSON",
      description = "Your name in the inventory.")
  String person = "";

  @Option(
      names = "--key",
      required = true,
      paramLabel = "FILE",
      description = "Your SSH key; a public key file if its private half is in the agent.")
  Path key = Path.of("");

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; one line.")
  String reason = "";

  @Option(
      names = "--valid",
      paramLabel = "HOURS",
      description = "How long it counts; ${DEFAULT-VALUE} h.")
  int hours = 12;

  @Option(
      names = "--yes",
      paramLabel = "DIGEST",
      description = "The plan's digest as you have seen it, instead of the question.")
  @Nullable String seen;

  private final Statement.Verdict verdict;

  DecideCommand(Statement.Verdict verdict) {
    this.verdict = verdict;
  }

  @Override
  public Integer call() {
    try (Session session = Session.open(global.settings())) {
      AttemptStatus status = session.status(attempt);
      Optional<Plan> plan = session.ask(attempt, AttemptWorkflow::plan);
      if (plan.isEmpty()) {
        throw new CommandFailed(
            ExitCode.REFUSED, "attempt " + attempt + " has no plan yet; wait for it");
      }
      Statement statement = statement(status.planDigest());
      confirm(plan.get(), statement);
      ControlAnswer answer = session.ask(attempt, workflow -> workflow.decide(signed(statement)));
      global.printer().line(answer.message());
      global.printer().json(answer);
      return (answer.accepted() ? ExitCode.SUCCEEDED : ExitCode.REFUSED).code();
    }
  }

  private Statement statement(String planDigest) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    try {
      return new Statement(
          attempt,
          gate,
          planDigest,
          verdict,
          person,
          now,
          now.plus(Duration.ofHours(hours)),
          reason);
    } catch (IllegalArgumentException e) {
      throw new CommandFailed(ExitCode.USAGE, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Shows what will be signed. A missing terminal never means yes: the launcher asks newer JDKs for
   * the old console, and an end of input is no answer either.
   */
  @SuppressWarnings("SystemConsoleNull")
  private void confirm(Plan plan, Statement statement) {
    if (seen != null) {
      if (!seen.equals(statement.planDigest())) {
        throw new CommandFailed(
            ExitCode.REFUSED,
            "the plan in force is "
                + statement.planDigest()
                + ", you have seen "
                + seen
                + "; look at it again");
      }
      return;
    }
    Views.plan(global.printer(), plan);
    global.printer().line("");
    global.printer().line(statement.text());
    Console console = System.console();
    if (console == null) {
      throw new CommandFailed(
          ExitCode.USAGE,
          "there is no terminal to ask at; give the digest you have seen: --yes "
              + statement.planDigest());
    }
    String answer = console.readLine("Sign this statement? Type yes: ");
    if (!"yes".equals(answer)) {
      throw new CommandFailed(ExitCode.REFUSED, "not signed");
    }
  }

  private SignedStatement signed(Statement statement) {
    try {
      String text = statement.text();
      return new SignedStatement(text, new SshSignatures(Statement.NAMESPACE).sign(key, text));
    } catch (SigningFailed e) {
      throw new CommandFailed(ExitCode.INVALID, String.valueOf(e.getMessage()));
    }
  }

  @Command(
      name = "approve",
      description = "Sign that you agree to the plan of an attempt.",
      mixinStandardHelpOptions = true)
  static final class Approve extends DecideCommand {
    Approve() {
      super(Statement.Verdict.APPROVE);
    }
  }

  @Command(
      name = "reject",
      description = "Sign that you do not agree; the attempt ends.",
      mixinStandardHelpOptions = true)
  static final class Reject extends DecideCommand {
    Reject() {
      super(Statement.Verdict.REJECT);
    }
  }

  @Command(
      name = "withdraw",
      description = "Take an approval back, until the first touch.",
      mixinStandardHelpOptions = true)
  static final class Withdraw extends DecideCommand {
    Withdraw() {
      super(Statement.Verdict.WITHDRAW);
    }
  }
}
