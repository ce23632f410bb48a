package dev.switchback.rehearsal.programs;

import dev.switchback.rehearsal.model.proxmox.Proxmox;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Machine;
import dev.switchback.rehearsal.shell.Processes;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** {@code pct} over the node's containers; {@code exec} runs a program on the container's plane. */
public final class Pct implements Program {
  private static final int NOT_FOUND = 127;
  private static final int TICK_MILLIS = 10;
  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  private final Proxmox guests;
  private final Map<String, Machine> planes;

  /** Answers from {@code guests}; {@code planes} are the containers' by number. */
  public Pct(Proxmox guests, Map<String, Machine> planes) {
    this.guests = guests;
    this.planes = Map.copyOf(planes);
  }

  @Override
  public int run(Invocation call) throws IOException, InterruptedException {
    List<String> arguments = call.arguments();
    if (arguments.size() > 1 && arguments.get(0).equals("exec")) {
      return exec(call, arguments.subList(1, arguments.size()));
    }
    Proxmox.Answer answer = guests.pct(arguments);
    return Texts.answer(call, answer.status(), answer.output(), answer.error());
  }

  private int exec(Invocation call, List<String> arguments)
      throws IOException, InterruptedException {
    String id = arguments.get(0);
    Machine plane = planes.get(id);
    if (plane == null) {
      Texts.error(call, "Configuration file 'nodes/seed/lxc/" + id + ".conf' does not exist\n");
      return 2;
    }
    int separator = arguments.indexOf("--");
    List<String> argv = arguments.subList(separator < 0 ? 1 : separator + 1, arguments.size());
    List<String> options = separator < 0 ? List.of() : arguments.subList(1, separator);
    if (argv.isEmpty()) {
      Texts.error(call, "400 not enough arguments\npct exec <vmid> [<extra-args>] [OPTIONS]\n");
      return 255;
    }
    boolean keep = !Arguments.value(options, "--keep-env", "-keep-env").orElse("1").equals("0");
    Optional<Program> program = plane.program(argv.get(0));
    if (program.isEmpty()) {
      Texts.error(
          call,
          "lxc-attach: %s: ../src/lxc/attach.c: lxc_attach_run_command: 1841 No such file or directory - Failed to exec \"%s\"\n"
              .formatted(id, argv.get(0)));
      return NOT_FOUND;
    }
    return run(call, plane, program.get(), argv, environment(call, keep));
  }

  private static Map<String, String> environment(Invocation call, boolean keep) {
    Map<String, String> environment = new LinkedHashMap<>();
    if (keep) {
      environment.putAll(call.environment());
    }
    environment.put("PATH", PATH);
    environment.put("container", "lxc");
    return environment;
  }

  private static int run(
      Invocation call,
      Machine plane,
      Program program,
      List<String> argv,
      Map<String, String> environment)
      throws IOException, InterruptedException {
    Processes processes = plane.processes();
    int pid = processes.fork(0, argv.get(0), plane.clock().millis() / TICK_MILLIS);
    processes.newSession(pid);
    processes.runOn(pid, Thread.currentThread(), argv.get(0));
    OptionalInt killed = OptionalInt.empty();
    int status;
    try {
      status =
          program.run(
              new Invocation(
                  List.copyOf(argv),
                  environment,
                  "/",
                  pid,
                  call.in(),
                  call.out(),
                  call.err(),
                  plane));
    } finally {
      killed = processes.end(pid);
    }
    return killed.orElse(status);
  }
}
