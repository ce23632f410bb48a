package dev.switchback.rehearsal.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;

/** A pipe between threads: blocks when full or empty, and knows when an end is closed. */
final class Pipe {
  private static final int CAPACITY = 65536;
  private final ArrayDeque<Byte> held = new ArrayDeque<>();
  private boolean unread;
  private boolean complete;

  final InputStream in =
      new InputStream() {
        @Override
        public int read() throws IOException {
          byte[] one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
          return length == 0 ? 0 : Pipe.this.read(into, offset, length);
        }

        @Override
        public void close() {
          closeRead();
        }
      };

  final OutputStream out =
      new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
          Pipe.this.write(from, offset, length);
        }

        @Override
        public void close() {
          closeWrite();
        }
      };

  private synchronized void closeRead() {
    unread = true;
    notifyAll();
  }

  private synchronized void closeWrite() {
    complete = true;
    notifyAll();
  }

  private synchronized int read(byte[] into, int offset, int length) throws IOException {
    awaitWhile(() -> held.isEmpty() && !complete);
    if (held.isEmpty()) {
      return -1;
    }
    int count = 0;
    while (count < length && !held.isEmpty()) {
      into[offset + count++] = held.remove();
    }
    notifyAll();
    return count;
  }

  private synchronized void write(byte[] from, int offset, int length) throws IOException {
    for (int i = 0; i < length; i++) {
      awaitWhile(() -> held.size() >= CAPACITY && !unread);
      if (unread) {
        throw new IOException("Broken pipe");
      }
      held.add(from[offset + i]);
      if (held.size() == CAPACITY) {
        notifyAll();
      }
    }
    notifyAll();
  }

  private synchronized void awaitWhile(BooleanSupplier blocked) throws InterruptedIOException {
    try {
      while (blocked.getAsBoolean()) {
        wait();
      }
    } catch (InterruptedException killed) {
      InterruptedIOException broken = new InterruptedIOException("killed");
      broken.initCause(killed);
      throw broken;
    }
  }
}
