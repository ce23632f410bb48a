package dev.switchback.evidence;

import dev.switchback.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Blobs as files {@code <folder>/<two hex digits>/<62 hex digits>}, written beside, synced and
 * renamed.
 */
public final class FileEvidenceStore implements EvidenceStore {
  private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

  private final Path folder;

  public FileEvidenceStore(Path folder) {
    this.folder = folder;
  }

  @Override
  public String put(byte[] bytes) {
    String digest = Json.sha256(bytes);
    Path file = file(digest);
    if (Files.exists(file)) {
      return digest;
    }
    try {
      Path parent = Files.createDirectories(file.resolveSibling("."));
      Path beside = Files.createTempFile(parent, ".new", "");
      try (FileChannel channel = FileChannel.open(beside, StandardOpenOption.WRITE)) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        channel.force(true);
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("evidence can't be stored in " + folder, e);
    }
    return digest;
  }

  @Override
  public Optional<byte[]> get(String digest) {
    if (!DIGEST.matcher(digest).matches()) {
      throw new IllegalArgumentException(
          "not a digest: '" + digest + "'; expected sha256: and 64 lower-case hex digits");
    }
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file(digest));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("evidence " + digest + " can't be read in " + folder, e);
    }
    if (!Json.sha256(bytes).equals(digest)) {
      throw new IllegalStateException(
          "evidence "
              + digest
              + " in "
              + folder
              + " was changed: its content is "
              + Json.sha256(bytes));
    }
    return Optional.of(bytes);
  }

  private Path file(String digest) {
    String hex = digest.substring("sha256:".length());
    return folder.resolve(hex.substring(0, 2)).resolve(hex.substring(2));
  }
}
