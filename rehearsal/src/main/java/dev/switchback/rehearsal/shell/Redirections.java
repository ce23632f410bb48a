package dev.switchback.rehearsal.shell;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.files.VirtualFiles;
import dev.switchback.rehearsal.shell.Syntax.Redirection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Opens what a command's redirections name. */
final class Redirections implements AutoCloseable {
  private final Frame frame;
  private final Expander expander;
  private boolean kept;

  Redirections(Frame frame, Expander expander) {
    this.frame = frame;
    this.expander = expander;
  }

  void keep() {
    kept = true;
  }

  /** Opens them in order. @return what is wrong, if anything is */
  Optional<String> apply(List<Redirection> all) throws IOException, InterruptedException {
    for (Redirection each : all) {
      String target = expander.text(each.target());
      boolean input = each.operator().equals("<") || each.operator().equals("<>");
      try {
        if (each.operator().endsWith("&")) {
          duplicate(each.descriptor(), target);
        } else {
          frame.open.put(each.descriptor(), open(each.operator(), target));
        }
      } catch (FileError refused) {
        return Optional.of(
            refused.errno().equals("EBADF")
                ? target + ": " + refused.text()
                : message(input, target, refused));
      }
    }
    return Optional.empty();
  }

  private static String message(boolean input, String target, FileError refused) {
    if (refused.errno().equals("ENOENT")) {
      return input
          ? "cannot open " + target + ": No such file"
          : "cannot create " + target + ": Directory nonexistent";
    }
    return "cannot " + (input ? "open " : "create ") + target + ": " + refused.text();
  }

  private void duplicate(int descriptor, String source) throws FileError {
    if (source.equals("-")) {
      frame.open.remove(descriptor);
      return;
    }
    Frame.Open found = source.matches("[0-9]") ? frame.open.get(Integer.parseInt(source)) : null;
    if (found == null) {
      throw new FileError("EBADF", "Bad file descriptor");
    }
    frame.open.put(descriptor, found);
  }

  private Frame.Open open(String operator, String target) throws FileError {
    String path = Bytes.toText(frame.absolute(target));
    VirtualFiles files = frame.machine.files();
    boolean none = path.equals("/dev/null");
    switch (operator) {
      case "<<" -> {
        return new Frame.Open(
            new ByteArrayInputStream(target.getBytes(StandardCharsets.ISO_8859_1)), null);
      }
      case "<" -> {
        return new Frame.Open(
            none ? InputStream.nullInputStream() : new ByteArrayInputStream(files.read(path)),
            null);
      }
      default -> {
        return new Frame.Open(
            none ? InputStream.nullInputStream() : null,
            none ? OutputStream.nullOutputStream() : writer(operator, path));
      }
    }
  }

  private OutputStream writer(String operator, String path) throws FileError {
    VirtualFiles files = frame.machine.files();
    boolean there = files.exists(path);
    if (operator.equals(">")
        && there
        && frame.on("C")
        && files.stat(path).kind() == VirtualFiles.Kind.FILE) {
      throw new FileError("EEXIST", "File exists");
    }
    boolean attribute = there && files.stat(path).kind() == VirtualFiles.Kind.ATTRIBUTE;
    if (!attribute && operator.startsWith(">") && !operator.equals(">>")) {
      files.write(path, new byte[0]);
    } else if (!attribute) {
      files.append(path, new byte[0]);
    }
    return new Writer(files, path, attribute);
  }

  private static final class Writer extends OutputStream {
    private final VirtualFiles files;
    private final String path;
    private final boolean attribute;

    Writer(VirtualFiles files, String path, boolean attribute) {
      this.files = files;
      this.path = path;
      this.attribute = attribute;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      byte[] bytes = Arrays.copyOfRange(from, offset, offset + length);
      try {
        if (attribute) {
          files.write(path, bytes);
        } else {
          files.append(path, bytes);
        }
      } catch (FileError refused) {
        throw new IOException(refused.text(), refused);
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (!kept) {
      frame.out(1).flush();
    }
  }
}
