package dev.switchback.payload;

import dev.switchback.json.Json;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;

/**
 * The payload format of every history that Switchback writes. Clients, workers and replays must all
 * use it; what one release wrote, every later one must read.
 */
public final class Payloads {
  private Payloads() {}

  /**
   * JSON by the project's conventions ({@link Json#mapper()}): no type names, unknown fields
   * tolerated, ISO-8601 times.
   */
  public static DataConverter converter() {
    return DefaultDataConverter.newDefaultInstance()
        .withPayloadConverterOverrides(new JacksonJsonPayloadConverter(Json.mapper()));
  }
}
