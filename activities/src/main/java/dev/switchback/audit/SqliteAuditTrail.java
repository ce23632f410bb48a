package dev.switchback.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.switchback.attempt.AttemptEvent;
import dev.switchback.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.StatementContext;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * The trail in an SQLite file. An append is one immediate transaction: it reads the newest event,
 * chains to it, inserts, and is on disk (write-ahead log, {@code synchronous=FULL}) when it
 * returns. Other processes wait up to 10 s for their turn.
 */
public final class SqliteAuditTrail implements AuditTrail {
  /** {@code previous} of the first event. */
  public static final String GENESIS = "sha256:" + "0".repeat(64);

  private static final int BUSY_MILLIS = 10_000;
  private static final String COLUMNS =
      "sequence, time, actor, attempt, event_key, type, data, previous, digest";

  private final Path file;
  private final Jdbi jdbi;
  private final Clock clock;

  private SqliteAuditTrail(Path file, Jdbi jdbi, Clock clock) {
    this.file = file;
    this.jdbi = jdbi;
    this.clock = clock;
  }

  /**
   * Opens, and creates or migrates, the trail in {@code file}.
   *
   * @throws TrailUnavailable if that is not possible
   */
  public static SqliteAuditTrail open(Path file) {
    return open(file, Clock.systemUTC());
  }

  /** As {@link #open(Path)}, with the clock that stamps events. */
  public static SqliteAuditTrail open(Path file, Clock clock) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    config.setBusyTimeout(BUSY_MILLIS);
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file);
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Flyway.configure(SqliteAuditTrail.class.getClassLoader())
          .dataSource(source)
          .locations("classpath:dev/switchback/audit/migration")
          .load()
          .migrate();
    } catch (IOException | FlywayException e) {
      throw unavailable(file, e);
    }
    return new SqliteAuditTrail(file, Jdbi.create(source), clock);
  }

  @Override
  public AuditEvent append(AttemptEvent event) {
    return withHandle(handle -> handle.inTransaction(h -> appendIn(h, event)));
  }

  private AuditEvent appendIn(Handle handle, AttemptEvent event) {
    Optional<AuditEvent> present = find(handle, event.attempt(), event.key());
    if (present.isPresent()) {
      return present.get();
    }
    Optional<AuditEvent> last =
        handle
            .createQuery("SELECT " + COLUMNS + " FROM event ORDER BY sequence DESC LIMIT 1")
            .map(SqliteAuditTrail::event)
            .findOne();
    AuditEvent next = chain(last, event, clock.instant().truncatedTo(ChronoUnit.MILLIS));
    handle
        .createUpdate(
            "INSERT INTO event ("
                + COLUMNS
                + ") VALUES (:sequence, :time, :actor, :attempt, :key, :type, :data, :previous,"
                + " :digest)")
        .bind("sequence", next.sequence())
        .bind("time", next.time().toString())
        .bind("actor", next.actor())
        .bind("attempt", next.attempt())
        .bind("key", next.key())
        .bind("type", next.type())
        .bind("data", Json.canonical(next.data()))
        .bind("previous", next.previous())
        .bind("digest", next.digest())
        .execute();
    return next;
  }

  private static AuditEvent chain(Optional<AuditEvent> last, AttemptEvent event, Instant time) {
    AuditEvent undigested =
        new AuditEvent(
            last.map(AuditEvent::sequence).orElse(0L) + 1,
            time,
            event.actor(),
            event.attempt(),
            event.key(),
            event.type(),
            parse(Json.canonical(event.data())),
            last.map(AuditEvent::digest).orElse(GENESIS),
            "");
    return undigested.withDigest();
  }

  @Override
  public Optional<AuditEvent> find(String attempt, String key) {
    return withHandle(handle -> find(handle, attempt, key));
  }

  private static Optional<AuditEvent> find(Handle handle, String attempt, String key) {
    return handle
        .createQuery(
            "SELECT " + COLUMNS + " FROM event WHERE attempt = :attempt AND event_key = :key")
        .bind("attempt", attempt)
        .bind("key", key)
        .map(SqliteAuditTrail::event)
        .findOne();
  }

  @Override
  public List<AuditEvent> events(String attempt) {
    return withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT " + COLUMNS + " FROM event WHERE attempt = :attempt ORDER BY sequence")
                .bind("attempt", attempt)
                .map(SqliteAuditTrail::event)
                .list());
  }

  @Override
  public void forEach(Consumer<AuditEvent> consumer) {
    withHandle(
        handle -> {
          try (var events =
              handle
                  .createQuery("SELECT " + COLUMNS + " FROM event ORDER BY sequence")
                  .map(SqliteAuditTrail::event)
                  .stream()) {
            events.forEach(consumer);
          }
          return true;
        });
  }

  @Override
  public List<String> attempts() {
    return withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT attempt FROM event GROUP BY attempt ORDER BY MAX(sequence) DESC")
                .mapTo(String.class)
                .list());
  }

  /** Nothing to close: each call has its own connection. */
  @Override
  public void close() {}

  private <T> T withHandle(Function<Handle, T> work) {
    try {
      return jdbi.withHandle(work::apply);
    } catch (JdbiException e) {
      throw unavailable(file, e);
    }
  }

  private static TrailUnavailable unavailable(Path file, Exception e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return new TrailUnavailable(
        "the audit trail in " + file + " can't be used: " + root.getMessage(), e);
  }

  private static AuditEvent event(ResultSet row, StatementContext context) throws SQLException {
    return new AuditEvent(
        row.getLong("sequence"),
        Instant.parse(row.getString("time")),
        row.getString("actor"),
        row.getString("attempt"),
        row.getString("event_key"),
        row.getString("type"),
        parse(row.getString("data")),
        row.getString("previous"),
        row.getString("digest"));
  }

  private static JsonNode parse(String json) {
    try {
      return Json.mapper().readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an event's data is not JSON", e);
    }
  }
}
