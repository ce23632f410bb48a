package dev.switchback.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchback.attempt.AttemptEvent;
import dev.switchback.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteAuditTrailTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name_the_file() {
    file = folder.resolve("state/trail.db");
  }

  private static AttemptEvent event(String attempt, String key) {
    return new AttemptEvent(
        attempt, key, "state.changed", "engine", Json.tree(Map.of("state", "RUNNING")));
  }

  @Test
  void an_append_is_there_after_the_trail_is_opened_again() {
    AuditEvent appended = SqliteAuditTrail.open(file).append(event("a-1", "one"));

    assertThat(SqliteAuditTrail.open(file).events("a-1")).containsExactly(appended);
  }

  @Test
  void each_event_is_chained_to_the_one_before_across_attempts() {
    SqliteAuditTrail trail = SqliteAuditTrail.open(file);
    AuditEvent first = trail.append(event("a-1", "one"));
    AuditEvent second = trail.append(event("b-2", "one"));

    assertThat(first.previous()).isEqualTo(SqliteAuditTrail.GENESIS);
    assertThat(second.previous()).isEqualTo(first.digest());
    assertThat(second.sequence()).isEqualTo(2);
  }

  @Test
  void a_repeated_key_adds_nothing_and_answers_the_first_event() {
    SqliteAuditTrail trail = SqliteAuditTrail.open(file);
    AuditEvent first = trail.append(event("a-1", "one"));
    AuditEvent repeated =
        trail.append(
            new AttemptEvent("a-1", "one", "other.type", "mallory", Json.tree(Map.of("x", 1))));

    assertThat(repeated).isEqualTo(first);
    assertThat(trail.events("a-1")).hasSize(1);
  }

  @Test
  void attempts_are_listed_the_newest_first() {
    SqliteAuditTrail trail = SqliteAuditTrail.open(file);
    trail.append(event("old", "one"));
    trail.append(event("new", "one"));

    assertThat(trail.attempts()).containsExactly("new", "old");
  }

  @Test
  void concurrent_writers_on_two_connections_leave_one_whole_chain() throws Exception {
    SqliteAuditTrail one = SqliteAuditTrail.open(file);
    SqliteAuditTrail two = SqliteAuditTrail.open(file);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<AuditEvent>> appends = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        String key = "k" + i / 2; // every key twice, once through each
        SqliteAuditTrail trail = i % 2 == 0 ? one : two;
        appends.add(threads.submit(() -> trail.append(event("a", key))));
      }
      for (Future<AuditEvent> append : appends) {
        append.get();
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(one.events("a")).hasSize(50);
    assertThat(AuditVerification.of(one, List.of()).finding()).isEmpty();
  }

  @Test
  void a_store_that_cannot_be_opened_is_named() throws Exception {
    Path notAFolder = Files.writeString(folder.resolve("plain"), "x");

    assertThatThrownBy(() -> SqliteAuditTrail.open(notAFolder.resolve("trail.db")))
        .isInstanceOf(TrailUnavailable.class)
        .hasMessageContaining("plain");
  }

  @Nested
  class Verification {
    private SqliteAuditTrail trail;

    @BeforeEach
    void five_events() {
      trail = SqliteAuditTrail.open(file);
      for (int i = 1; i <= 5; i++) {
        trail.append(event("a", "k" + i));
      }
    }

    private void tamper(String... statements) throws Exception {
      try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
          Statement statement = connection.createStatement()) {
        for (String sql : statements) {
          statement.executeUpdate(sql);
        }
      }
    }

    private AuditVerification verify(String... pins) {
      return AuditVerification.of(trail, List.of(pins));
    }

    @Test
    void a_whole_trail_passes_and_names_its_head() {
      AuditVerification verification = verify();

      assertThat(verification.isWhole()).isTrue();
      assertThat(verification.events()).isEqualTo(5);
      assertThat(verification.head()).isEqualTo(trail.events("a").get(4).digest());
    }

    @Test
    void an_edited_event_is_found() throws Exception {
      tamper("UPDATE event SET actor = 'mallory' WHERE sequence = 3");

      assertThat(verify().finding())
          .hasValueSatisfying(
              f -> {
                assertThat(f.kind()).isEqualTo(AuditVerification.Kind.EDITED);
                assertThat(f.sequence()).isEqualTo(3);
              });
    }

    @Test
    void a_deleted_event_is_found() throws Exception {
      tamper("DELETE FROM event WHERE sequence = 2");

      assertThat(verify().finding().map(AuditVerification.Finding::kind))
          .contains(AuditVerification.Kind.DELETED);
    }

    @Test
    void a_replaced_event_with_a_digest_of_its_own_breaks_the_link() throws Exception {
      AuditEvent old = trail.events("a").get(2);
      AuditEvent forged =
          new AuditEvent(
                  3,
                  old.time(),
                  "mallory",
                  "a",
                  old.key(),
                  old.type(),
                  old.data(),
                  old.previous(),
                  "")
              .withDigest();
      tamper(
          "UPDATE event SET actor = 'mallory', digest = '"
              + forged.digest()
              + "' WHERE sequence = 3");

      assertThat(verify().finding())
          .hasValueSatisfying(
              f -> {
                assertThat(f.kind()).isEqualTo(AuditVerification.Kind.REORDERED);
                assertThat(f.sequence()).isEqualTo(4);
              });
    }

    @Test
    void a_cut_tail_is_found_by_a_pinned_head() throws Exception {
      String head = trail.events("a").get(4).digest();
      tamper("DELETE FROM event WHERE sequence >= 4");

      assertThat(verify().isWhole()).isTrue();
      assertThat(verify(head).finding().map(AuditVerification.Finding::kind))
          .contains(AuditVerification.Kind.CUT);
    }
  }
}
