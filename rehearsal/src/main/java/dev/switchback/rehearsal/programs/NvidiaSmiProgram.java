package dev.switchback.rehearsal.programs;

import dev.switchback.rehearsal.model.nvidia.NvidiaSmi;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;

/** {@code nvidia-smi} over the model. */
public final class NvidiaSmiProgram implements Program {
  private final NvidiaSmi tool;

  /** Prints what {@code tool} says. */
  public NvidiaSmiProgram(NvidiaSmi tool) {
    this.tool = tool;
  }

  @Override
  public int run(Invocation call) throws IOException {
    NvidiaSmi.Answer answer = tool.run(call.arguments());
    return Texts.answer(call, answer.status(), answer.output(), "");
  }
}
