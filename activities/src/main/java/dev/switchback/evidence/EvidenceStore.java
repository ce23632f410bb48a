package dev.switchback.evidence;

import java.util.Optional;

/** Blobs addressed by their SHA-256. Thread-safe; a blob once stored never changes. */
public interface EvidenceStore {
  /** Stores bytes. @return {@code sha256:...}; the same for the same bytes */
  String put(byte[] bytes);

  /** The bytes of a digest, checked against it on the way out; empty if there is no such blob. */
  Optional<byte[]> get(String digest);
}
