package dev.switchback.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchback.approval.Statement.Verdict;
import dev.switchback.change.Refusal;
import dev.switchback.runbook.Runbook.ApprovalGate;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The rules of one round of asking. */
final class ApprovalRoundTest {
  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final ApprovalGate OWN = gate("own", "operator", "", 2);
  private static final ApprovalGate NEIGHBOUR = gate("neighbour", "", "other", 1);

  private final ApprovalRound round = round(OWN, NEIGHBOUR);

  private static ApprovalGate gate(String id, String role, String tenant, int count) {
    return new ApprovalGate(id, role, tenant, count, "", Duration.ofHours(24), Optional.empty());
  }

  private static ApprovalRound round(ApprovalGate... gates) {
    return new ApprovalRound("a1", "req", "sha256:1", List.of(gates), Set.of());
  }

  private static Statement says(String person, String gate, Verdict verdict, Instant time) {
    return new Statement(
        "a1", gate, "sha256:1", verdict, person, time, time.plus(Duration.ofHours(1)), "why");
  }

  private static Statement approves(String person, String gate) {
    return says(person, gate, Verdict.APPROVE, NOW);
  }

  private static Verification of(String tenant, String... roles) {
    return new Verification(true, "", List.of(roles), tenant, "SHA256:x");
  }

  private Optional<String> check(Statement statement, Verification verification) {
    return round.check(statement, verification, NOW).map(Refusal::rule);
  }

  private void accept(Statement statement) {
    round.accept(new Decision(new SignedStatement(statement.text(), ""), statement));
  }

  @Test
  void opens_only_when_every_gate_has_its_quorum() {
    accept(approves("ana", "own"));
    accept(approves("ben", "own"));
    assertThat(round.isOpen(NOW)).isFalse();

    accept(approves("cho", "neighbour"));
    assertThat(round.isOpen(NOW)).isTrue();
  }

  @Test
  void one_person_counts_once_at_a_gate() {
    accept(approves("ana", "own"));

    assertThat(
            check(says("ana", "own", Verdict.APPROVE, NOW.minusSeconds(1)), of("own", "operator")))
        .contains("approval.counts-once");
  }

  @Test
  void one_person_counts_once_in_an_attempt() {
    accept(approves("ana", "own"));

    assertThat(check(approves("ana", "neighbour"), of("other", "operator")))
        .contains("approval.counts-once");
  }

  @Test
  void two_votes_of_one_tenant_do_not_stand_for_the_other() {
    assertThat(check(approves("dan", "neighbour"), of("own", "operator")))
        .contains("approval.tenant");
  }

  @Test
  void a_statement_from_the_future_does_not_count() {
    assertThat(
            check(
                says("ana", "own", Verdict.APPROVE, NOW.plus(Duration.ofMinutes(6))),
                of("own", "operator")))
        .contains("approval.time");
  }

  @Test
  void nothing_can_be_withdrawn_that_was_not_given() {
    assertThat(check(says("ana", "own", Verdict.WITHDRAW, NOW), of("own", "operator")))
        .contains("approval.nothing-to-withdraw");
  }

  @Test
  void a_person_who_withdrew_may_approve_again_with_a_new_statement() {
    accept(approves("ana", "own"));
    accept(says("ana", "own", Verdict.WITHDRAW, NOW));

    assertThat(
            check(says("ana", "own", Verdict.APPROVE, NOW.plusSeconds(1)), of("own", "operator")))
        .isEmpty();
  }

  @Test
  void a_statement_of_an_earlier_round_is_a_replay() {
    Statement early = approves("ana", "own");
    ApprovalRound next =
        new ApprovalRound(
            "a1", "req", "sha256:1", List.of(OWN), new LinkedHashSet<>(List.of(early.text())));

    assertThat(next.check(early, of("own", "operator"), NOW).map(Refusal::rule))
        .contains("approval.replay");
  }

  @Test
  void a_rejection_keeps_the_round_closed() {
    accept(approves("ana", "own"));
    accept(approves("ben", "own"));
    accept(approves("cho", "neighbour"));
    accept(says("dan", "own", Verdict.REJECT, NOW));

    assertThat(round.isOpen(NOW)).isFalse();
  }

  @Test
  void a_role_lost_before_the_use_voids_the_approval() {
    Statement statement = approves("ana", "own");
    Decision decision = new Decision(new SignedStatement(statement.text(), ""), statement);
    round.accept(decision);

    assertThat(round.recheck(decision, of("own"), NOW).map(Refusal::rule))
        .contains("approval.role");
    assertThat(round.standing()).isEmpty();
  }

  @Property
  void a_gate_opens_at_its_count_of_different_persons_and_not_before(
      @ForAll @IntRange(min = 1, max = 6) int count,
      @ForAll List<@IntRange(min = 0, max = 9) Integer> people) {
    ApprovalRound quorum = round(gate("own", "", "", count));
    Set<Integer> counted = new LinkedHashSet<>();
    int second = 0;
    for (int person : people) {
      Statement statement = says("p" + person, "own", Verdict.APPROVE, NOW.plusMillis(second++));
      if (quorum.check(statement, of("own"), NOW).isEmpty()) {
        quorum.accept(new Decision(new SignedStatement(statement.text(), ""), statement));
        counted.add(person);
      }
      assertThat(quorum.isOpen(NOW)).isEqualTo(counted.size() >= count);
    }
  }
}
