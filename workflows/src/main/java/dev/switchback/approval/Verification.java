package dev.switchback.approval;

import java.util.List;

/**
 * What the worker found about a signed statement.
 *
 * @param valid whether the signature is the named person's, by a key configured and in force now
 * @param refusal why not; empty if valid
 * @param roles the person's roles in the inventory
 * @param tenant the tenant that the person speaks for
 * @param keyFingerprint {@code SHA256:...} of the key that signed, as {@code ssh-keygen -l} prints
 *     it
 */
public record Verification(
    boolean valid, String refusal, List<String> roles, String tenant, String keyFingerprint) {
  public Verification {
    roles = List.copyOf(roles);
  }
}
