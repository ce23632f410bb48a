package dev.switchback.rehearsal.programs;

import dev.switchback.rehearsal.model.kernel.KernelRefusal;
import dev.switchback.rehearsal.model.proxmox.Proxmox;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;

/** {@code qm} over the node's guests. */
public final class Qm implements Program {
  private static final Set<String> CHANGES = Set.of("start", "stop", "shutdown");

  private final Proxmox guests;
  private final Consumer<String> effects;

  /** Answers from {@code guests} and tells {@code effects} of starts and stops. */
  public Qm(Proxmox guests, Consumer<String> effects) {
    this.guests = guests;
    this.effects = effects;
  }

  @Override
  public int run(Invocation call) throws IOException {
    try {
      Proxmox.Answer answer = guests.qm(call.arguments());
      if (answer.status() == 0 && CHANGES.contains(call.arguments().get(0))) {
        effects.accept("qm " + String.join(" ", call.arguments()));
      }
      return Texts.answer(call, answer.status(), answer.output(), answer.error());
    } catch (KernelRefusal refused) {
      Texts.error(call, "Cannot bind to vfio: " + refused.error().text() + "\n");
      return 255;
    }
  }
}
