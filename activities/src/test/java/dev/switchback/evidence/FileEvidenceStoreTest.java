package dev.switchback.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileEvidenceStoreTest {
  @TempDir Path folder;

  @Test
  void bytes_come_back_by_their_digest() {
    byte[] bytes = {0, (byte) 0xff, '\r', '\n'};
    FileEvidenceStore store = new FileEvidenceStore(folder);

    assertThat(store.get(store.put(bytes))).hasValue(bytes);
  }

  @Test
  void the_same_bytes_are_stored_once() throws Exception {
    FileEvidenceStore store = new FileEvidenceStore(folder);
    store.put(new byte[] {1});
    store.put(new byte[] {1});

    try (Stream<Path> files = Files.walk(folder).filter(Files::isRegularFile)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void an_unknown_digest_has_no_blob() {
    assertThat(new FileEvidenceStore(folder).get("sha256:" + "0".repeat(64))).isEmpty();
  }

  @Test
  void a_changed_blob_is_not_handed_out() throws Exception {
    FileEvidenceStore store = new FileEvidenceStore(folder);
    String digest = store.put("true".getBytes(StandardCharsets.UTF_8));
    try (Stream<Path> files = Files.walk(folder).filter(Files::isRegularFile)) {
      Files.writeString(files.findFirst().orElseThrow(), "false");
    }

    assertThatThrownBy(() -> store.get(digest)).hasMessageContaining("was changed");
  }

  @Test
  void a_path_is_no_digest() {
    assertThatThrownBy(() -> new FileEvidenceStore(folder).get("sha256:../../etc/passwd"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
