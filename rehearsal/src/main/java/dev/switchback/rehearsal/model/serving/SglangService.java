package dev.switchback.rehearsal.model.serving;

import dev.switchback.rehearsal.model.nvidia.Fabric;
import dev.switchback.rehearsal.model.nvidia.Gpu;
import dev.switchback.rehearsal.model.nvidia.NvidiaDriver;
import dev.switchback.rehearsal.model.systemd.ServiceProcess;
import dev.switchback.rehearsal.model.systemd.UnitFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * SGLang over four GPUs: takes them at its start, chooses a transport by its effective environment,
 * and becomes ready unless a GPU or a collective fails. Its start-up is short: milestones, one each
 * {@code pace}. Thread-safe.
 */
public final class SglangService implements ServiceProcess, AutoCloseable {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
  private static final int PID = 5210;
  private static final double SLOW_TOKENS = 1210.0;
  private static final List<String> AFTER_INIT =
      List.of(
          "TP0] Init torch distributed ends. elapsed=7.02 s, mem usage=1.02 GB",
          "TP0] Load weight begin. avail mem=93.80 GB",
          "TP0] Load weight end. elapsed=61.20 s, type=Qwen3_5MoeForCausalLM, avail mem=32.1 GB",
          "TP0] KV Cache is allocated. #tokens: 412160",
          "TP0] Capture cuda graph begin. This can take up to several minutes. avail mem=11.3 GB",
          "TP0] Capture cuda graph end. Time elapsed: 41.07 s",
          "TP0] max_total_num_tokens=412160, chunked_prefill_size=8192",
          "] INFO:     Uvicorn running on http://0.0.0.0:30000 (Press CTRL+C to quit)",
          "] INFO:     127.0.0.1:40512 - \"POST /generate HTTP/1.1\" 200 OK",
          "] The server is fired up and ready to roll!");

  /** Runs the container's Python start-up on an environment. */
  public interface Interpreter {
    /** Returns the environment that a program started with {@code environment} sees. */
    Map<String, String> effective(Map<String, String> environment);
  }

  /**
   * Faults of the service.
   *
   * @param shmOnly NCCL finds no P2P path
   * @param neverReady over P2P it never passes its first collective
   * @param slowP2p P2P yields less than shared memory
   */
  public record Faults(boolean shmOnly, boolean neverReady, boolean slowP2p) {}

  private final NvidiaDriver driver;
  private final Fabric fabric;
  private final List<Gpu> gpus;
  private final Interpreter interpreter;
  private final Faults faults;
  private final Consumer<String> journal;
  private final Duration pace;
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private Optional<SglangServer> server = Optional.empty();
  private Optional<Collectives> collectives = Optional.empty();
  private int generation;

  /** A stopped service. */
  public SglangService(
      NvidiaDriver driver,
      Fabric fabric,
      List<Gpu> gpus,
      Interpreter interpreter,
      Faults faults,
      Consumer<String> journal,
      Duration pace) {
    this.driver = driver;
    this.fabric = fabric;
    this.gpus = List.copyOf(gpus);
    this.interpreter = interpreter;
    this.faults = faults;
    this.journal = journal;
    this.pace = pace;
  }

  @Override
  public synchronized int start(UnitFile unit) {
    Map<String, String> environment = interpreter.effective(unit.environment());
    generation++;
    say("TP0] Init torch distributed begin.");
    if (!gpus.stream().allMatch(driver::initialise)) {
      say("TP0] RuntimeError: CUDA error: invalid device ordinal");
      return 0;
    }
    Collectives chosen = faults.shmOnly() ? Collectives.SHM : Collectives.chosen(environment);
    collectives = Optional.of(chosen);
    gpus.forEach(
        gpu ->
            driver.open(
                new NvidiaDriver.Holder(
                    PID, "sglang::scheduler_TP" + gpu.minor(), gpu.minor(), 84000)));
    transportLines(environment, chosen);
    listen();
    Fabric.Verdict verdict = chosen == Collectives.P2P ? exchange() : Fabric.Verdict.OK;
    boolean stays = chosen == Collectives.P2P && faults.neverReady();
    if (verdict != Fabric.Verdict.HANG && !stays) {
      milestone(generation, 0, verdict == Fabric.Verdict.MISMATCH);
    }
    return PID;
  }

  private void listen() {
    try {
      server = Optional.of(new SglangServer());
    } catch (IOException noPort) {
      throw new UncheckedIOException("no loopback port for the simulated service", noPort);
    }
  }

  private void transportLines(Map<String, String> environment, Collectives chosen) {
    for (String name : List.of("NCCL_P2P_DISABLE", "NCCL_P2P_LEVEL")) {
      if (environment.containsKey(name)) {
        journal.accept(nccl(0, name + " set by environment to " + environment.get(name)));
      }
    }
    for (int rank = 0; rank < gpus.size(); rank++) {
      int next = (rank + 1) % gpus.size();
      journal.accept(
          nccl(
              rank,
              "Channel 00/0 : %d[%d] -> %d[%d] via %s"
                  .formatted(rank, rank, next, next, chosen.logName())));
    }
    journal.accept(nccl(0, "ncclCommInitRank comm 0x55d0 rank 0 nranks 4 - Init COMPLETE"));
  }

  private static String nccl(int rank, String text) {
    return "inference:%d:%d [%d] NCCL INFO %s".formatted(PID + rank, PID + 100 + rank, rank, text);
  }

  private Fabric.Verdict exchange() {
    Fabric.Verdict worst = Fabric.Verdict.OK;
    for (Gpu source : gpus) {
      for (Gpu target : gpus) {
        if (!source.equals(target)) {
          Fabric.Verdict verdict = fabric.copy(source, target);
          worst = verdict.compareTo(worst) > 0 ? verdict : worst;
        }
      }
    }
    return worst;
  }

  private void milestone(int start, int index, boolean garbled) {
    var unused =
        clock.schedule(() -> reach(start, index, garbled), pace.toMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized void reach(int start, int index, boolean garbled) {
    if (start != generation || server.isEmpty()) {
      return;
    }
    say(AFTER_INIT.get(index));
    if (index + 1 < AFTER_INIT.size()) {
      milestone(start, index + 1, garbled);
    } else {
      server.get().ready(garbled);
    }
  }

  private void say(String text) {
    String time = LocalDateTime.now(ZoneOffset.UTC).format(STAMP);
    journal.accept("[" + time + (text.startsWith("]") ? "" : " ") + text);
  }

  /** Returns the real port behind the service's address, while it runs. */
  public synchronized Optional<Integer> port() {
    return server.map(SglangServer::port);
  }

  /** Tells whether it answers prompts. */
  public synchronized boolean ready() {
    return server.filter(SglangServer::isReady).isPresent();
  }

  /** Returns the output throughput that it reaches, tokens per second; 0 unless it is ready. */
  public synchronized double tokensPerSecond() {
    if (!ready()) {
      return 0;
    }
    boolean slow = faults.slowP2p() && collectives.filter(Collectives.P2P::equals).isPresent();
    return slow ? SLOW_TOKENS : collectives.map(Collectives::tokensPerSecond).orElse(0.0);
  }

  /** Returns how its GPUs exchange data, while it runs. */
  public synchronized Optional<Collectives> collectives() {
    return collectives;
  }

  @Override
  public synchronized void stop() {
    generation++;
    server.ifPresent(SglangServer::close);
    server = Optional.empty();
    collectives = Optional.empty();
    driver.close(PID);
  }

  @Override
  public void close() {
    stop();
    clock.shutdownNow();
  }
}
