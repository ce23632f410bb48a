package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code python3}: a host program that the machine has a stand-in for runs as that; every other
 * text runs on this computer's interpreter, isolated, in an empty folder, with nothing but the
 * caller's environment. It sees no virtual file, so it must be a pure filter.
 */
final class Python implements Program {
  private static final Pattern MARK =
      Pattern.compile("# switchback host program: ([a-z0-9-]+)(?:\n.*)?", Pattern.DOTALL);
  private static final List<String> USUAL = List.of("/usr/bin/python3", "/usr/local/bin/python3");

  @Override
  public int run(Invocation call) throws IOException, InterruptedException {
    List<String> words = call.arguments();
    int text = words.indexOf("-c") + 1;
    if (text > 0 && text < words.size()) {
      Matcher mark = MARK.matcher(words.get(text));
      Optional<Program> standIn =
          mark.matches() ? call.machine().hostProgram(mark.group(1)) : Optional.empty();
      if (standIn.isPresent()) {
        List<String> argv = new ArrayList<>(List.of(mark.group(1)));
        argv.addAll(words.subList(text + 1, words.size()));
        return standIn.get().run(Children.with(call, argv, call.environment()));
      }
    }
    return runReally(call);
  }

  private static int runReally(Invocation call) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(interpreter(), "-I"));
    command.addAll(call.arguments());
    Path folder = Files.createTempDirectory("rehearsal-python");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(call.environment());
    try {
      Process process = builder.start();
      try {
        return converse(call, process);
      } finally {
        process.destroyForcibly();
      }
    } finally {
      Files.delete(folder);
    }
  }

  private static String interpreter() {
    return USUAL.stream()
        .filter(path -> Path.of(path).toFile().canExecute())
        .findFirst()
        .orElse("python3");
  }

  /** Feeds input and takes both outputs at once, so that no pipe fills up. */
  private static int converse(Invocation call, Process process)
      throws IOException, InterruptedException {
    AtomicReference<IOException> broken = new AtomicReference<>();
    Thread errors = pump(process.getErrorStream(), call.err(), broken);
    Thread input = feed(call.in(), process.getOutputStream());
    process.getInputStream().transferTo(call.out());
    int status = process.waitFor();
    errors.join();
    input.interrupt();
    if (broken.get() != null) {
      throw broken.get();
    }
    return status < 0 ? 128 - status : status;
  }

  private static Thread pump(
      InputStream from, OutputStream to, AtomicReference<IOException> broken) {
    return started(
        () -> {
          try {
            from.transferTo(to);
          } catch (IOException gone) {
            broken.set(gone);
          }
        });
  }

  /** An interpreter may end without having read all: that is no failure. */
  private static Thread feed(InputStream from, OutputStream to) {
    return started(
        () -> {
          try (to) {
            from.transferTo(to);
          } catch (IOException unread) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private static Thread started(Runnable work) {
    Thread thread = new Thread(work, "rehearsal-python");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
