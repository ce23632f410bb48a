package dev.switchback.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
  @Property(tries = 200)
  void words_come_out_of_a_real_shell_as_they_went_in(@ForAll("words") List<String> words) {
    assertThat(throughShell(words)).isEqualTo(words);
  }

  @Test
  void the_nastiest_words_survive() {
    List<String> words =
        List.of(
            "", "'", "''", "a b", "a\nb\n", "$HOME", "`id`", "$(id)", "*", "?[a]", "-n", "--", "~",
            "if", "A=b", "\\", "\\\\'", "\"", "#", "!", "{", ";", "&", "ü€🙂", "\t", "\r\n",
            "\u007f");
    assertThat(throughShell(words)).isEqualTo(words);
  }

  @Test
  void refuses_a_nul() {
    assertThatThrownBy(() -> ShellWords.quote(List.of("a\0b")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Provide
  Arbitrary<List<String>> words() {
    Arbitrary<String> special =
        Arbitraries.strings().withChars("'\"\\$`*?[]{}();&|<>!#~ \n\t\r-=%a").ofMaxLength(12);
    Arbitrary<String> any =
        Arbitraries.strings()
            .all()
            .ofMaxLength(12)
            .filter(s -> s.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(s));
    return Arbitraries.oneOf(special, any).list().ofMinSize(1).ofMaxSize(8);
  }

  private static List<String> throughShell(List<String> words) {
    List<String> argv = new ArrayList<>(List.of("printf", "%s\\0"));
    argv.addAll(words);
    try {
      Process shell = new ProcessBuilder("/bin/sh").start();
      try (var script = shell.getOutputStream()) {
        script.write(ShellWords.quote(argv).getBytes(StandardCharsets.UTF_8));
      }
      String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.asList(out.split("\0", -1)).subList(0, words.size());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
