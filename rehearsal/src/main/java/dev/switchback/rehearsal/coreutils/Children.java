package dev.switchback.rehearsal.coreutils;

import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Processes;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** Programs that programs run. */
final class Children {
  /** Ended by SIGKILL without one having been sent: the machine went away. */
  private static final int KILLED = 137;

  private static final int BROKEN_PIPE = 141;
  private static final int TICK_MILLIS = 10;

  /** A program that runs on a thread of its own. */
  record Child(int pid, CompletableFuture<Integer> status) {}

  private Children() {}

  /** The same call with other words and another environment. */
  static Invocation with(Invocation call, List<String> argv, Map<String, String> environment) {
    return new Invocation(
        argv,
        environment,
        call.directory(),
        call.pid(),
        call.in(),
        call.out(),
        call.err(),
        call.machine());
  }

  /** Puts a program in the place of the caller, as {@code execve(2)} does. */
  static int replace(Invocation call, Program program) throws IOException, InterruptedException {
    call.machine().processes().runOn(call.pid(), Thread.currentThread(), command(call));
    return program.run(call);
  }

  /** Starts a program as a child of the caller. */
  static Child start(Invocation call, Program program, boolean ownSession) {
    Processes processes = call.machine().processes();
    long ticks = call.machine().clock().millis() / TICK_MILLIS;
    int pid = processes.fork(call.pid(), command(call), ticks);
    if (ownSession) {
      processes.newSession(pid);
    }
    Invocation own =
        new Invocation(
            call.argv(),
            call.environment(),
            call.directory(),
            pid,
            call.in(),
            call.out(),
            call.err(),
            call.machine());
    CompletableFuture<Integer> status = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                status.complete(run(own, program));
              } finally {
                status.complete(KILLED);
              }
            },
            command(call) + "-" + pid);
    thread.setDaemon(true);
    processes.runOn(pid, thread, command(call));
    thread.start();
    return new Child(pid, status);
  }

  private static int run(Invocation call, Program program) {
    int status = KILLED;
    try {
      status = program.run(call);
      call.out().flush();
    } catch (InterruptedException | InterruptedIOException killed) {
      status = KILLED;
    } catch (IOException broken) {
      status = BROKEN_PIPE;
    } finally {
      OptionalInt signalled = call.machine().processes().end(call.pid());
      status = signalled.orElse(status);
    }
    return status;
  }

  private static String command(Invocation call) {
    String name = call.argv().get(0);
    return name.substring(name.lastIndexOf('/') + 1);
  }
}
