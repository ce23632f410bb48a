package dev.switchback.rehearsal.programs;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/** Stand-in of host program {@code http-get}: really asks the simulated service's HTTP server. */
public final class HttpGet implements Program {
  private static final String REFUSED = "[Errno 111] Connection refused";

  private final ObjectMapper json = new ObjectMapper();
  private final int advertised;
  private final Supplier<Optional<Integer>> port;

  /**
   * Asks the service.
   *
   * @param advertised the port that the container's users know
   * @param port the real one, while the service runs
   */
  public HttpGet(int advertised, Supplier<Optional<Integer>> port) {
    this.advertised = advertised;
    this.port = port;
  }

  @Override
  public int run(Invocation call) throws IOException {
    URI asked = URI.create(call.arguments().get(0));
    int timeout = (int) (1000 * Double.parseDouble(call.arguments().get(1)));
    Optional<Integer> real = asked.getPort() == advertised ? port.get() : Optional.empty();
    if (real.isEmpty()) {
      return say(call, 0, "", REFUSED);
    }
    HttpURLConnection connection =
        (HttpURLConnection)
            URI.create("http://127.0.0.1:" + real.get() + asked.getRawPath())
                .toURL()
                .openConnection();
    connection.setConnectTimeout(timeout);
    connection.setReadTimeout(timeout);
    try {
      int status = connection.getResponseCode();
      InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream();
      String text = body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
      return say(call, status, text, "");
    } catch (IOException noAnswer) {
      return say(call, 0, "", String.valueOf(noAnswer.getMessage()));
    } finally {
      connection.disconnect();
    }
  }

  private int say(Invocation call, int status, String body, String error) throws IOException {
    call.print(
        json.writeValueAsString(
                json.createObjectNode().put("status", status).put("body", body).put("error", error))
            + "\n");
    return 0;
  }
}
