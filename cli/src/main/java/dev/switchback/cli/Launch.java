package dev.switchback.cli;

import dev.switchback.attempt.AttemptRequest;
import dev.switchback.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Map;

/** Makes requests for attempts. */
final class Launch {
  /** Without letters and digits that look alike. */
  private static final String LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

  private static final int ID_LENGTH = 5;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Launch() {}

  static AttemptRequest request(
      AttemptRequest.Mode mode,
      RunbookFiles.Read runbook,
      String host,
      Map<String, String> parameters,
      String requester) {
    return new AttemptRequest(
        newId(runbook.runbook().name()),
        mode,
        runbook.text(),
        Json.sha256(runbook.text().getBytes(StandardCharsets.UTF_8)),
        host,
        Parameters.of(runbook.runbook(), parameters),
        requester,
        "");
  }

  /** An id that people can type: the runbook's name and five letters. */
  private static String newId(String runbook) {
    StringBuilder id = new StringBuilder(runbook).append('-');
    for (int i = 0; i < ID_LENGTH; i++) {
      id.append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
    }
    return id.toString();
  }

  /** Who asks, unless told otherwise: the login name. */
  static String person(@org.jspecify.annotations.Nullable String as) {
    return as == null ? System.getProperty("user.name", "unknown") : as;
  }
}
