package dev.switchback.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** First come, first served, one at a time. */
final class LeaseBookTest {
  @Test
  void a_repeated_request_changes_nothing() {
    LeaseBook book = new LeaseBook(new LeaseState("a", 1, List.of("b")));

    book.request("a");
    book.request("b");

    assertThat(book.state()).isEqualTo(new LeaseState("a", 1, List.of("b")));
  }

  @Test
  void the_undo_of_a_vanished_holder_comes_before_all_that_wait() {
    LeaseBook book = new LeaseBook(new LeaseState("a", 1, List.of("b")));

    book.replaceHolder("a-undo-1");

    assertThat(book.state()).isEqualTo(new LeaseState("a-undo-1", 2, List.of("b")));
  }

  @Property
  void tokens_only_grow_and_nobody_is_in_it_twice(
      @ForAll List<@IntRange(min = 0, max = 11) Integer> acts) {
    LeaseBook book = new LeaseBook(LeaseState.FREE);
    for (int act : acts) {
      LeaseState before = book.state();
      String attempt = "a" + act % 4;
      switch (act / 4) {
        case 0 -> book.request(attempt);
        case 1 -> book.release(attempt);
        default -> book.grantNext();
      }
      LeaseState after = book.state();
      assertThat(after.token()).isBetween(before.token(), before.token() + 1);
      assertThat(after.queue()).doesNotHaveDuplicates().doesNotContain(after.holder());
    }
  }
}
