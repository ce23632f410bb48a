package dev.switchback.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchback.approval.SignedStatement;
import dev.switchback.approval.Statement;
import dev.switchback.approval.Verification;
import dev.switchback.inventory.Inventory;
import dev.switchback.inventory.Inventory.Person;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against the real ssh-keygen. */
class ApprovalActivitiesImplTest {
  private static final Statement STATEMENT =
      new Statement(
          "p2p-identity-7f3k",
          "neighbour",
          "sha256:" + "a".repeat(64),
          Statement.Verdict.APPROVE,
          "bob",
          Instant.parse("2026-12-01T12:00:00Z"),
          Instant.parse("2026-12-01T20:00:00Z"),
          "fine by us");

  @TempDir Path folder;
  private final SshSignatures signatures = new SshSignatures(Statement.NAMESPACE);
  private Path bobsKey;
  private Path mallorysKey;

  @BeforeEach
  void make_keys() throws Exception {
    bobsKey = key("bob");
    mallorysKey = key("mallory");
  }

  private Path key(String name) throws Exception {
    Path file = folder.resolve(name);
    Process process =
        new ProcessBuilder(
                "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", file.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
    return file;
  }

  private ApprovalActivitiesImpl approvals(String... keys) {
    Person bob = new Person("bob", "other", List.of("operator"), List.of(keys));
    Inventory inventory = new Inventory(Map.of(), Map.of("bob", bob), Map.of(), List.of());
    return new ApprovalActivitiesImpl(() -> inventory, signatures);
  }

  private String publicKey(Path key) throws Exception {
    return Files.readString(key.resolveSibling(key.getFileName() + ".pub"));
  }

  private SignedStatement signedBy(Path key, String text) throws Exception {
    return new SignedStatement(text, signatures.sign(key, text));
  }

  @Test
  void the_persons_own_signature_is_valid_and_names_the_key() throws Exception {
    Verification verification =
        approvals(publicKey(bobsKey)).verify(signedBy(bobsKey, STATEMENT.text()));

    assertThat(verification.valid()).isTrue();
    assertThat(verification.tenant()).isEqualTo("other");
    assertThat(verification.roles()).containsExactly("operator");
    assertThat(verification.keyFingerprint()).startsWith("SHA256:");
  }

  @Test
  void any_of_several_keys_will_do() throws Exception {
    Verification verification =
        approvals(publicKey(mallorysKey), publicKey(bobsKey))
            .verify(signedBy(bobsKey, STATEMENT.text()));

    assertThat(verification.valid()).isTrue();
  }

  @Test
  void somebody_elses_signature_is_refused() throws Exception {
    Verification verification =
        approvals(publicKey(bobsKey)).verify(signedBy(mallorysKey, STATEMENT.text()));

    assertThat(verification.valid()).isFalse();
    assertThat(verification.refusal()).contains("bob");
  }

  @Test
  void a_changed_statement_is_refused() throws Exception {
    SignedStatement signed = signedBy(bobsKey, STATEMENT.text());
    SignedStatement changed =
        new SignedStatement(signed.text().replace("fine by us", "fine by me"), signed.signature());

    assertThat(approvals(publicKey(bobsKey)).verify(changed).valid()).isFalse();
  }

  @Test
  void a_signature_made_for_another_purpose_is_refused() throws Exception {
    String elsewhere = new SshSignatures("git").sign(bobsKey, STATEMENT.text());

    assertThat(
            approvals(publicKey(bobsKey))
                .verify(new SignedStatement(STATEMENT.text(), elsewhere))
                .valid())
        .isFalse();
  }

  @Test
  void a_key_that_was_taken_out_of_the_inventory_no_longer_counts() throws Exception {
    Verification verification = approvals().verify(signedBy(bobsKey, STATEMENT.text()));

    assertThat(verification.refusal()).contains("no key in the inventory");
  }

  @Test
  void garbage_instead_of_a_signature_is_refused() throws Exception {
    assertThat(
            approvals(publicKey(bobsKey))
                .verify(new SignedStatement(STATEMENT.text(), "yes, please"))
                .valid())
        .isFalse();
  }

  @Test
  void text_that_is_no_statement_is_refused() throws Exception {
    Verification verification =
        approvals(publicKey(bobsKey)).verify(signedBy(bobsKey, "I approve everything\n"));

    assertThat(verification.refusal()).contains("not a statement");
  }

  @Test
  void a_name_with_pattern_characters_is_no_signer() {
    assertThat(signatures.verify("*", List.of("ssh-ed25519 AAAA"), "x", "y").valid()).isFalse();
  }

  @Test
  void a_missing_key_file_is_named() {
    Path missing = folder.resolve("missing");

    assertThatThrownBy(() -> signatures.sign(missing, "x"))
        .isInstanceOf(SigningFailed.class)
        .hasMessageContaining("missing");
  }
}
