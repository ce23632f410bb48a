package dev.switchback.rehearsal.machine;

import dev.switchback.rehearsal.files.Attribute;
import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Files that the model makes when they are read. */
final class KernelFiles {
  /** Takes a write of a path. */
  interface Writer {
    void write(String path, String text) throws FileError;
  }

  private static final int NULL_MODE = 0666;
  private static final Writer READ_ONLY =
      (path, text) -> {
        throw new FileError("EIO", "Input/output error");
      };

  private KernelFiles() {}

  /** Returns a text that is made anew at each reading and takes no write. */
  static Attribute text(Supplier<String> text) {
    return attribute("", text, READ_ONLY);
  }

  static Attribute attribute(String path, Supplier<String> text, Writer writer) {
    return new Attribute() {
      @Override
      public byte[] read() {
        return text.get().getBytes(StandardCharsets.UTF_8);
      }

      @Override
      public void write(byte[] value) throws FileError {
        writer.write(path, new String(value, StandardCharsets.UTF_8));
      }
    };
  }

  /** Puts /dev/null where there is none. */
  static void mountNull(VirtualFiles files) {
    if (!files.exists("/dev/null")) {
      files.mount("/dev/null", NULL_MODE, attribute("/dev/null", () -> "", (path, text) -> {}));
    }
  }

  /** Returns a file that can only be written. */
  static Attribute control(String path, Writer writer) {
    return new Attribute() {
      @Override
      public byte[] read() throws FileError {
        throw new FileError("EIO", "Input/output error");
      }

      @Override
      public void write(byte[] value) throws FileError {
        writer.write(path, new String(value, StandardCharsets.UTF_8));
      }
    };
  }

  /** Returns a mounted tree of texts that take no write. */
  static VirtualFiles.Tree tree(Map<String, Supplier<String>> texts) {
    SortedMap<String, Attribute> attributes = new TreeMap<>();
    texts.forEach((path, text) -> attributes.put(path, text(text)));
    return new VirtualFiles.Tree(attributes, new TreeMap<>());
  }
}
