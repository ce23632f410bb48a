package dev.switchback.rehearsal.programs;

import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** The container's Python: runs the benchmark as a module, everything else as python3 does. */
public final class Interpreter implements Program {
  private static final Set<String> BENCHMARKS =
      Set.of("sglang.bench_serving", "sglang.benchmark.serving");

  private final Program python;
  private final Program benchmark;

  /** Hands modules of the benchmark to {@code benchmark} and the rest to {@code python}. */
  public Interpreter(Program python, Program benchmark) {
    this.python = python;
    this.benchmark = benchmark;
  }

  @Override
  public int run(Invocation call) throws IOException, InterruptedException {
    List<String> arguments = call.arguments();
    int module = arguments.indexOf("-m");
    boolean measured =
        module >= 0
            && module + 1 < arguments.size()
            && BENCHMARKS.contains(arguments.get(module + 1));
    return measured ? benchmark.run(call) : python.run(call);
  }
}
