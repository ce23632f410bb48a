package dev.switchback.rehearsal;

import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Machine;
import dev.switchback.rehearsal.shell.Processes;
import dev.switchback.rehearsal.shell.Program;
import dev.switchback.rehearsal.ssh.CommandRunner;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** Root's login: runs each command line by the host's {@code sh}. */
final class Login implements CommandRunner {
  private static final int TICK_MILLIS = 10;
  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  private final CompletableFuture<Machine> machine = new CompletableFuture<>();

  /** Says where to log in; commands wait until then. */
  void into(Machine host) {
    machine.complete(host);
  }

  @Override
  public int run(
      String line,
      Map<String, String> environment,
      InputStream in,
      OutputStream out,
      OutputStream err)
      throws IOException, InterruptedException {
    Machine host = machine.join();
    Program shell =
        host.program("sh").orElseThrow(() -> new IOException("the host has no program sh"));
    Processes processes = host.processes();
    int pid = processes.fork(0, "sh", host.clock().millis() / TICK_MILLIS);
    processes.newSession(pid);
    processes.runOn(pid, Thread.currentThread(), "sh");
    OptionalInt killed = OptionalInt.empty();
    int status = 0;
    try {
      status =
          shell.run(
              new Invocation(
                  List.of("sh", "-c", line),
                  variables(environment),
                  "/root",
                  pid,
                  in,
                  out,
                  err,
                  host));
    } finally {
      killed = processes.end(pid);
    }
    return killed.orElse(status);
  }

  private static Map<String, String> variables(Map<String, String> sent) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("PATH", PATH);
    variables.put("HOME", "/root");
    variables.put("USER", "root");
    variables.put("LOGNAME", "root");
    variables.put("SHELL", "/bin/bash");
    sent.forEach(
        (name, value) -> {
          if (name.equals("LANG") || name.startsWith("LC_")) {
            variables.put(name, value);
          }
        });
    return variables;
  }
}
