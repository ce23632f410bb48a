package dev.switchback.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;

/**
 * What a runbook's author and the reader of a runbook need to know of an action.
 *
 * @param name as written after {@code uses:}, for example {@code iommu.domain}
 * @param kind state action or probe
 * @param summary one sentence for the reference
 * @param inputSchema JSON Schema (2020-12) of {@code with:}; closed (no additional properties)
 * @param result the fields of {@code result} that expressions may use, in the order of the
 *     reference
 * @param worstCase longest time that one converge or one measurement may take on a real host; a
 *     step may state a longer or shorter one with {@code deadline:}
 */
public record ActionDescriptor(
    String name,
    ActionKind kind,
    String summary,
    JsonNode inputSchema,
    Map<String, ResultType> result,
    Duration worstCase) {}
