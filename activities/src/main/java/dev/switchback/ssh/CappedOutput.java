package dev.switchback.ssh;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/** Keeps the first bytes, drops the rest, never blocks: the other end can always go on writing. */
final class CappedOutput extends OutputStream {
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final int limit;
  private boolean truncated;

  CappedOutput(int limit) {
    this.limit = limit;
  }

  @Override
  public synchronized void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    int fits = Math.min(length, limit - kept.size());
    kept.write(bytes, offset, fits);
    truncated |= fits < length;
  }

  synchronized byte[] bytes() {
    return kept.toByteArray();
  }

  synchronized boolean truncated() {
    return truncated;
  }
}
