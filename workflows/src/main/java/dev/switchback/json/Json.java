package dev.switchback.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.erdtman.jcs.JsonCanonicalizer;

/**
 * The project's JSON conventions: ISO-8601 instants and durations, unknown fields tolerated (an
 * older worker reads what a newer one wrote), and a canonical form for digests.
 *
 * <p>Thread-safe.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .addModule(new Jdk8Module())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private Json() {}

  /** The shared mapper; do not reconfigure it. */
  public static ObjectMapper mapper() {
    return MAPPER;
  }

  /** {@code value} as a JSON tree. */
  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /**
   * Reads a record from a tree.
   *
   * @throws IllegalArgumentException if the tree does not have the record's shape
   */
  public static <T> T read(JsonNode tree, Class<T> type) {
    return MAPPER.convertValue(tree, type);
  }

  /** The canonical text of {@code value} by RFC 8785 (JSON Canonicalization Scheme). */
  public static String canonical(Object value) {
    try {
      return new JsonCanonicalizer(MAPPER.writeValueAsString(value)).getEncodedString();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not representable as JSON: " + value.getClass(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("not canonicalizable by RFC 8785", e);
    }
  }

  /** {@code sha256:} and 64 lower-case hex digits over the canonical text of {@code value}. */
  public static String digest(Object value) {
    return sha256(canonical(value).getBytes(StandardCharsets.UTF_8));
  }

  /** {@code sha256:} and 64 lower-case hex digits over {@code bytes}. */
  public static String sha256(byte[] bytes) {
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
