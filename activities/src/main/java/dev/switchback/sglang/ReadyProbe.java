package dev.switchback.sglang;

import dev.switchback.action.ActionFailed;
import dev.switchback.action.InputSchema;
import dev.switchback.action.Probe;
import dev.switchback.catalogue.ActionDescriptor;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.catalogue.ResultType;
import dev.switchback.host.Host;
import dev.switchback.host.Progress;
import dev.switchback.inventory.Inventory.Service;
import dev.switchback.service.ServiceLookup;
import dev.switchback.systemd.Unit;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code sglang.ready}: waits until the service answers and generates. Its deadline moves on with
 * each milestone of its log only: a large model takes half an hour, a hang is a silence.
 */
public final class ReadyProbe implements Probe<ReadyProbe.Input, ReadyProbe.Result> {
  private static final int PATIENCE_SECONDS = 600;
  private static final int JOURNAL_LINES = 400;
  private static final int NEWEST_LINES = 5;

  /**
   * Input.
   *
   * @param patience seconds without progress after which the service counts as hung
   */
  public record Input(Optional<Integer> patience) {}

  /**
   * What was found.
   *
   * @param ready always true: otherwise the probe fails
   * @param model id of the first model it serves
   * @param millis how long it was waited for
   */
  public record Result(boolean ready, String model, long millis) {}

  private final ServiceLookup services;
  private final Clock clock;
  private final Duration pause;
  private final ActionDescriptor descriptor;

  /**
   * @param pause time between two looks
   */
  public ReadyProbe(ServiceLookup services, Clock clock, Duration pause) {
    this.services = services;
    this.clock = clock;
    this.pause = pause;
    Map<String, ResultType> result = new LinkedHashMap<>();
    result.put("ready", ResultType.BOOLEAN);
    result.put("model", ResultType.STRING);
    result.put("millis", ResultType.INTEGER);
    this.descriptor =
        new ActionDescriptor(
            "sglang.ready",
            ActionKind.PROBE,
            "Waits until the service answers and generates; a silence of its log is a hang.",
            InputSchema.of(ReadyProbe.class, "sglang.ready"),
            result,
            Duration.ofMinutes(30));
  }

  @Override
  public ActionDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public Class<Input> inputType() {
    return Input.class;
  }

  @Override
  public Result measure(Host host, Input input, Progress progress) throws ActionFailed {
    Service service = services.service(host);
    Host plane = services.plane(host);
    Unit unit = new Unit(plane, service.unit());
    Http http = new Http(plane, service.url());
    Duration patience = Duration.ofSeconds(input.patience().orElse(PATIENCE_SECONDS));
    Instant began = clock.instant();
    Instant lastProgress = began;
    Milestone farthest = Milestone.NONE;
    while (true) {
      if (generates(http)) {
        return new Result(true, model(http), Duration.between(began, clock.instant()).toMillis());
      }
      requireAlive(unit, service);
      Milestone now = Milestone.of(unit.journal(JOURNAL_LINES));
      if (now != farthest) {
        farthest = now;
        lastProgress = clock.instant();
      }
      progress.report("waiting for " + service.unit() + ", last milestone " + farthest);
      if (Duration.between(lastProgress, clock.instant()).compareTo(patience) > 0) {
        throw hung(unit, service, farthest, patience);
      }
      Pause.of(pause);
    }
  }

  /** A health check that generates a token, then a model list: one answer alone proves little. */
  private static boolean generates(Http http) {
    return http.get("/health_generate").status() == 200 && http.get("/v1/models").status() == 200;
  }

  private static String model(Http http) {
    return Answers.json(http.get("/v1/models").body()).path("data").path(0).path("id").asText("");
  }

  private static void requireAlive(Unit unit, Service service) throws ActionFailed {
    Map<String, String> shown = unit.show("ActiveState", "SubState", "Result");
    String active = shown.getOrDefault("ActiveState", "");
    if (!active.equals("active") && !shown.getOrDefault("SubState", "").equals("start")) {
      throw new ActionFailed(
          service.unit()
              + " is "
              + active
              + " ("
              + shown.getOrDefault("SubState", "")
              + ", "
              + shown.getOrDefault("Result", "")
              + "); last lines of its journal: "
              + String.join(" | ", unit.journal(NEWEST_LINES)));
    }
  }

  private static ActionFailed hung(
      Unit unit, Service service, Milestone farthest, Duration patience) {
    return new ActionFailed(
        ActionFailed.Severity.FAILED,
        service.unit()
            + " made no progress for "
            + patience.toSeconds()
            + " s after milestone "
            + farthest
            + "; last lines of its journal: "
            + String.join(" | ", unit.journal(NEWEST_LINES)),
        List.of(),
        List.of(
            "with peer copies in use, a hang here means that they don't work: run p2p-diagnose"));
  }
}
