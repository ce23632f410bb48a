package dev.switchback.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A real Temporal server on this machine ({@code temporal server start-dev}) with its data in an
 * SQLite file, on loopback. It outlives the process that started it, is found again by the file
 * {@code server.json}, and goes on from its data after a kill.
 */
public final class DevServer {
  /** By default one history shard polls 20 times a second, which makes each step take 50 ms. */
  private static final String FAST_POLLS = "history.transferProcessorMaxPollRPS=2000";

  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final int CONNECT_MILLIS = 500;
  private static final int LOOK_MILLIS = 50;
  private static final int STOP_SECONDS = 10;

  private final Path folder;
  private final TemporalBinary binary;

  /**
   * @param folder where its data, its log and {@code server.json} are
   */
  public DevServer(Path folder, TemporalBinary binary) {
    this.folder = folder;
    this.binary = binary;
  }

  /**
   * A running server.
   *
   * @param address {@code 127.0.0.1:port}
   * @param pid its process id
   */
  public record Running(String address, long pid) {
    int port() {
      return Integer.parseInt(address.substring(address.indexOf(':') + 1));
    }
  }

  /** The server, if it runs and takes connections. */
  public Optional<Running> running() {
    Optional<Running> noted = noted();
    return noted.filter(server -> process(server).isPresent() && answers(server.port()));
  }

  /**
   * Starts the server, unless it runs; on the port it had before if there is one.
   *
   * @throws ServerUnavailable if it does not take connections in time
   */
  public synchronized Running start() throws ServerUnavailable {
    Optional<Running> present = running();
    if (present.isPresent()) {
      return present.get();
    }
    Path program = binary.find();
    Path log = folder.resolve("temporal.log");
    try {
      Files.createDirectories(folder);
      int port =
          noted().map(Running::port).filter(DevServer::isFree).orElseGet(DevServer::freePort);
      Process process =
          new ProcessBuilder(
                  List.of(
                      program.toString(),
                      "server",
                      "start-dev",
                      "--headless",
                      "--ip",
                      "127.0.0.1",
                      "--port",
                      String.valueOf(port),
                      "--db-filename",
                      database().toString(),
                      "--log-level",
                      "error",
                      "--dynamic-config-value",
                      FAST_POLLS))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .start();
      Running started = new Running("127.0.0.1:" + port, process.pid());
      note(started);
      awaitAnswer(process, port, log);
      return started;
    } catch (IOException e) {
      throw new ServerUnavailable("the Temporal server can't be started: " + e.getMessage(), e);
    }
  }

  /** Stops the server, if it runs. @return whether it ran */
  public boolean stop() {
    Optional<ProcessHandle> process = noted().flatMap(this::process);
    process.ifPresent(DevServer::end);
    return process.isPresent();
  }

  /** The noted process, unless its number belongs to a stranger by now, as after a reboot. */
  private Optional<ProcessHandle> process(Running server) {
    String database = database().toString();
    return ProcessHandle.of(server.pid())
        .filter(ProcessHandle::isAlive)
        .filter(
            process ->
                process.info().arguments().filter(a -> List.of(a).contains(database)).isPresent());
  }

  private Path database() {
    return folder.toAbsolutePath().resolve("temporal.db");
  }

  private static void end(ProcessHandle process) {
    process.destroy();
    try {
      process.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      process.destroyForcibly();
    }
  }

  private static void awaitAnswer(Process process, int port, Path log)
      throws ServerUnavailable, IOException {
    Instant until = Instant.now().plus(START_LIMIT);
    while (!answers(port)) {
      if (!process.isAlive() || Instant.now().isAfter(until)) {
        process.destroyForcibly();
        throw new ServerUnavailable(
            "the Temporal server did not come up; the end of "
                + log
                + ": "
                + Files.readString(log).strip().lines().reduce((a, b) -> b).orElse("(empty)"));
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServerUnavailable("interrupted while the Temporal server starts", e);
      }
    }
  }

  private Optional<Running> noted() {
    try {
      JsonNode node = Json.mapper().readTree(folder.resolve("server.json").toFile());
      return Optional.of(new Running(node.path("address").asText(), node.path("pid").asLong()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void note(Running server) throws IOException {
    Path beside = folder.resolve("server.json.new");
    Files.writeString(
        beside, Json.canonical(Map.of("address", server.address(), "pid", server.pid())));
    Files.move(beside, folder.resolve("server.json"), StandardCopyOption.ATOMIC_MOVE);
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("no port is free on loopback", e);
    }
  }
}
