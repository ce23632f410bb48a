package dev.switchback.rehearsal.programs;

import dev.switchback.rehearsal.model.kernel.KernelLog;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Supplier;

/** {@code dmesg} over the kernel's log. */
public final class Dmesg implements Program {
  private final KernelLog log;
  private final Supplier<Instant> booted;

  /** Prints {@code log} with the seconds since {@code booted}. */
  public Dmesg(KernelLog log, Supplier<Instant> booted) {
    this.log = log;
    this.booted = booted;
  }

  @Override
  public int run(Invocation call) throws IOException {
    StringBuilder text = new StringBuilder();
    for (KernelLog.Line line : log.after(0)) {
      double seconds = Duration.between(booted.get(), line.at()).toNanos() / 1e9;
      text.append(String.format(Locale.ROOT, "[%12.6f] %s%n", seconds, line.message()));
    }
    call.print(text.toString());
    return 0;
  }
}
