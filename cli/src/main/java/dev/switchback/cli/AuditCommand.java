package dev.switchback.cli;

import dev.switchback.audit.AuditEvent;
import dev.switchback.audit.AuditVerification;
import dev.switchback.audit.SqliteAuditTrail;
import dev.switchback.audit.TrailUnavailable;
import dev.switchback.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The record. */
@Command(
    name = "audit",
    description = "Read, check and export the audit trail.",
    mixinStandardHelpOptions = true)
final class AuditCommand {
  private static SqliteAuditTrail trail(GlobalOptions global) {
    Path file = global.settings().trail();
    if (!Files.exists(file)) {
      throw new CommandFailed(
          ExitCode.USAGE, "there is no trail at " + file + "; name its folder with --state");
    }
    try {
      return SqliteAuditTrail.open(file);
    } catch (TrailUnavailable e) {
      throw new CommandFailed(ExitCode.FAILED, String.valueOf(e.getMessage()));
    }
  }

  @Command(name = "list", description = "Attempts in the trail, the newest first.")
  int list(@Mixin GlobalOptions global) {
    List<String> attempts = trail(global).attempts();
    attempts.forEach(global.printer()::line);
    global.printer().json(attempts);
    return ExitCode.SUCCEEDED.code();
  }

  @Command(name = "show", description = "The events of an attempt.")
  int show(@Mixin GlobalOptions global, @Parameters(paramLabel = "ATTEMPT") String attempt) {
    List<AuditEvent> events = trail(global).events(attempt);
    if (events.isEmpty()) {
      throw new CommandFailed(ExitCode.USAGE, "the trail has nothing of attempt '" + attempt + "'");
    }
    for (AuditEvent event : events) {
      global
          .printer()
          .line(
              String.format(
                  "%5d  %s  %-22s %-10s %s",
                  event.sequence(),
                  event.time(),
                  event.type(),
                  event.actor(),
                  Printer.printable(event.key())));
    }
    global.printer().json(events);
    return ExitCode.SUCCEEDED.code();
  }

  @Command(name = "verify", description = "Check every digest and link of the whole trail.")
  int verify(
      @Mixin GlobalOptions global,
      @Option(names = "--head", paramLabel = "DIGEST", description = "A digest that must be in it.")
          List<String> heads) {
    List<String> pinned = heads == null ? List.of() : heads;
    AuditVerification verification = AuditVerification.of(trail(global), pinned);
    global.printer().json(verification);
    if (verification.finding().isPresent()) {
      AuditVerification.Finding finding = verification.finding().get();
      throw new CommandFailed(
          ExitCode.FAILED,
          "the trail is not whole: event "
              + finding.sequence()
              + " "
              + finding.kind()
              + ", "
              + finding.detail());
    }
    global
        .printer()
        .line(
            "the trail is whole: "
                + verification.events()
                + " events, head "
                + verification.head());
    return ExitCode.SUCCEEDED.code();
  }

  @Command(name = "export", description = "The events as JSON Lines.")
  int export(
      @Mixin GlobalOptions global,
      @Parameters(paramLabel = "ATTEMPT", arity = "0..1", description = "One attempt only.")
          String attempt) {
    SqliteAuditTrail trail = trail(global);
    List<AuditEvent> events = new ArrayList<>();
    if (attempt == null) {
      trail.forEach(events::add);
    } else {
      events.addAll(trail.events(attempt));
    }
    events.forEach(event -> global.printer().raw(Json.canonical(event) + "\n"));
    return ExitCode.SUCCEEDED.code();
  }
}
