package dev.switchback.rehearsal.model.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** SGLang's HTTP side on a free loopback port. Thread-safe. */
public final class SglangServer implements AutoCloseable {
  /** What the service answers to any prompt while its collectives are sound. */
  public static final String SOUND_TEXT = " Paris. The capital of Italy is Rome.";

  private static final String MODEL = "/models/Qwen3.5-122B-A10B";

  private final ObjectMapper json = new ObjectMapper();
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final HttpServer server;
  private volatile boolean ready;
  private volatile boolean garbled;

  /** Listens from now on; everything but a health check waits for {@link #ready}. */
  public SglangServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Returns the real port. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Opens the service; {@code garbled} when its collectives deliver wrong data. */
  public void ready(boolean garbled) {
    this.garbled = garbled;
    this.ready = true;
  }

  /** Tells whether the service is open. */
  public boolean isReady() {
    return ready;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!ready) {
        send(exchange, 503, "");
        return;
      }
      switch (exchange.getRequestURI().getPath()) {
        case "/health", "/health_generate", "/flush_cache" -> send(exchange, 200, "");
        case "/v1/models" -> send(exchange, 200, models());
        case "/get_model_info", "/model_info" ->
            send(exchange, 200, json.createObjectNode().put("model_path", MODEL).toString());
        case "/server_info", "/get_server_info" ->
            send(
                exchange,
                200,
                json.createObjectNode().put("model_path", MODEL).put("tp_size", 4).toString());
        case "/generate" -> send(exchange, 200, generated(exchange));
        case "/v1/completions" -> send(exchange, 200, completed());
        default -> send(exchange, 404, "{\"detail\":\"Not Found\"}");
      }
    }
  }

  private String models() {
    ObjectNode answer = json.createObjectNode().put("object", "list");
    answer.putArray("data").addObject().put("id", MODEL).put("object", "model");
    return answer.toString();
  }

  private String text() {
    return garbled ? "!!!!!!!!!!!!!!!!" : SOUND_TEXT;
  }

  private String generated(HttpExchange exchange) throws IOException {
    JsonNode request = json.readTree(exchange.getRequestBody());
    ObjectNode answer = json.createObjectNode().put("text", text());
    answer
        .putObject("meta_info")
        .put("completion_tokens", request.at("/sampling_params/max_new_tokens").asInt(16));
    return answer.toString();
  }

  private String completed() {
    ObjectNode answer = json.createObjectNode().put("object", "text_completion");
    answer.put("model", MODEL);
    answer.putArray("choices").addObject().put("index", 0).put("text", text());
    return answer.toString();
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
