package dev.switchback.host;

import java.time.Duration;
import java.util.List;

/**
 * A command as an argument list. Nothing of it is ever interpreted by a shell; {@link ShellWords}
 * quotes it for the wire.
 *
 * @param argv program and arguments; at least one, none with a NUL
 * @param stdin bytes for standard input; empty closes it at once
 * @param deadline after this the channel is closed and {@link ContactLost} is thrown: what the
 *     command did is unknown
 * @param outputLimit most bytes kept of standard output and of standard error, each; more is
 *     dropped and said so in {@link CommandResult#truncated()}
 */
@SuppressWarnings("ArrayRecordComponent") // compared nowhere; copied at every border
public record Command(List<String> argv, byte[] stdin, Duration deadline, int outputLimit) {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final int OUTPUT_LIMIT = 4 << 20;

  public Command {
    argv = List.copyOf(argv);
    if (argv.isEmpty() || argv.stream().anyMatch(a -> a.indexOf('\0') >= 0)) {
      throw new IllegalArgumentException(
          "a command needs a program, and no argument may hold a NUL");
    }
    stdin = stdin.clone();
  }

  /** A command without input, 30 s, 4 MiB of output. */
  public static Command of(String... argv) {
    return new Command(List.of(argv), new byte[0], DEADLINE, OUTPUT_LIMIT);
  }

  /** A command without input, 30 s, 4 MiB of output. */
  public static Command of(List<String> argv) {
    return new Command(argv, new byte[0], DEADLINE, OUTPUT_LIMIT);
  }

  /** The same with standard input. */
  public Command withStdin(byte[] input) {
    return new Command(argv, input, deadline, outputLimit);
  }

  /** The same with another deadline. */
  public Command within(Duration limit) {
    return new Command(argv, stdin, limit, outputLimit);
  }

  @Override
  public byte[] stdin() {
    return stdin.clone();
  }
}
