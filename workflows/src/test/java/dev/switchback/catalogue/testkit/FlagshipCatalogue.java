package dev.switchback.catalogue.testkit;

import static dev.switchback.catalogue.ActionKind.PROBE;
import static dev.switchback.catalogue.ActionKind.STATE;
import static dev.switchback.catalogue.ResultType.ANY;
import static dev.switchback.catalogue.ResultType.BOOLEAN;
import static dev.switchback.catalogue.ResultType.INTEGER;
import static dev.switchback.catalogue.ResultType.NUMBER;
import static dev.switchback.catalogue.ResultType.STRING;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.catalogue.ActionDescriptor;
import dev.switchback.catalogue.ActionKind;
import dev.switchback.catalogue.ResultType;
import dev.switchback.json.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The actions that the shipped runbooks use, as the reader sees them. A fake: the real descriptors
 * belong to the actions, and a test beside them reads the shipped runbooks with those.
 */
public final class FlagshipCatalogue {
  private FlagshipCatalogue() {}

  /** Every action by name. */
  public static Map<String, ActionDescriptor> descriptors() {
    Map<String, ActionDescriptor> all = new LinkedHashMap<>();
    add(all, "gpu.inspect", PROBE, "", fields("snp", STRING, "gpus", INTEGER));
    add(all, "config.snapshot", STATE, "", fields());
    add(
        all,
        "systemd.state",
        STATE,
        "'unit':{'type':'string'},'active':{'type':'boolean'},'mask':{'type':'boolean'}",
        fields("active", BOOLEAN));
    add(
        all,
        "iommu.domain",
        STATE,
        "'gpus':{'type':'array','items':{'type':'string'}},'type':{'enum':['DMA','DMA-FQ','identity']},"
            + "'canary':{'type':'boolean'},'override':{'enum':['','snp-identity']}",
        fields());
    add(
        all,
        "gpu.p2p",
        PROBE,
        "",
        fields("pairsOk", INTEGER, "pairsTotal", INTEGER, "verdict", STRING));
    add(all, "env.nccl", STATE, "'profile':{'enum':['p2p-on','p2p-off']}", fields());
    add(all, "sglang.ready", PROBE, "'patience':{'type':'integer'}", fields("ready", BOOLEAN));
    add(
        all,
        "sglang.benchmark",
        PROBE,
        "'profile':{'enum':['standard','quick']}",
        fields("outputThroughput", NUMBER, "failed", INTEGER, "transport", STRING));
    add(all, "p2p.diagnose", PROBE, "", fields("cause", STRING, "remedies", ANY));
    return all;
  }

  private static void add(
      Map<String, ActionDescriptor> all,
      String name,
      ActionKind kind,
      String properties,
      Map<String, ResultType> result) {
    String schema =
        "{'type':'object','additionalProperties':false,'properties':{" + properties + "}}";
    all.put(
        name,
        new ActionDescriptor(
            name, kind, name, json(schema.replace('\'', '"')), result, Duration.ofMinutes(5)));
  }

  private static JsonNode json(String text) {
    try {
      return Json.mapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Map<String, ResultType> fields(Object... namesAndTypes) {
    Map<String, ResultType> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      fields.put((String) namesAndTypes[i], (ResultType) namesAndTypes[i + 1]);
    }
    return fields;
  }
}
