package dev.switchback.rehearsal.programs;

import dev.switchback.rehearsal.model.nvidia.PeerProbe;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Stand-in of host program {@code p2p-probe}. */
public final class PeerProbeProgram implements Program {
  private final PeerProbe probe;

  /** Prints what {@code probe} finds. */
  public PeerProbeProgram(PeerProbe probe) {
    this.probe = probe;
  }

  @Override
  public int run(Invocation call) throws IOException {
    List<String> functions = split(Arguments.value(call.arguments(), "--functions").orElse(""));
    List<Long> sizes =
        split(Arguments.value(call.arguments(), "--bytes").orElse("65536")).stream()
            .map(Long::valueOf)
            .toList();
    call.print(probe.run(functions, sizes));
    return 0;
  }

  private static List<String> split(String list) {
    return Arrays.stream(list.split(",")).filter(word -> !word.isBlank()).toList();
  }
}
