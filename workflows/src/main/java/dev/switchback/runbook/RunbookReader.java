package dev.switchback.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.catalogue.ActionDescriptor;
import java.util.Map;

/** Reads runbooks. Pure and deterministic: usable in workflow code. */
@SuppressWarnings("DoNotCallSuggester") // contract only, until it is written
public final class RunbookReader {
  private RunbookReader() {}

  /**
   * Reads and checks a runbook in full: YAML, schema, actions and their inputs, expressions with
   * their types.
   *
   * @param file name for messages
   * @param text the file's text
   * @param catalogue every action by name
   * @throws InvalidRunbook with every problem of the file
   */
  public static Runbook read(String file, String text, Map<String, ActionDescriptor> catalogue)
      throws InvalidRunbook {
    throw new UnsupportedOperationException();
  }

  /**
   * Reads a runbook that was checked before, without the catalogue: structure only. What workflow
   * code uses, so that a newer catalogue never changes how an old text is read.
   *
   * @throws InvalidRunbook if the structure is not a runbook's
   */
  public static Runbook reread(String text) throws InvalidRunbook {
    throw new UnsupportedOperationException();
  }

  /**
   * Fills in defaults and checks values given against the declared parameters.
   *
   * @return a JSON object with every declared parameter, in declared order
   * @throws InvalidRunbook if one is missing, unknown, of another type, or not allowed
   */
  public static JsonNode parameters(Runbook runbook, JsonNode given) throws InvalidRunbook {
    throw new UnsupportedOperationException();
  }
}
