package dev.switchback.rehearsal.programs;

import dev.switchback.rehearsal.files.FileError;
import dev.switchback.rehearsal.model.systemd.Systemd;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code systemctl} over a plane's systemd. */
public final class Systemctl implements Program {
  private static final int NOT_RUNNING = 3;
  private static final Set<String> WITH_VALUE = Set.of("-p", "--property", "-n", "--lines", "-t");

  private final Systemd systemd;
  private final Consumer<String> effects;

  /** Answers from {@code systemd} and tells {@code effects} what changed. */
  public Systemctl(Systemd systemd, Consumer<String> effects) {
    this.systemd = systemd;
    this.effects = effects;
  }

  /** What the command line asks for. */
  private record Request(
      String verb,
      List<String> units,
      Set<String> properties,
      boolean runtime,
      boolean value,
      boolean quiet) {
    static Request of(List<String> arguments) {
      List<String> words = new ArrayList<>();
      Set<String> properties = new LinkedHashSet<>();
      for (int i = 0; i < arguments.size(); i++) {
        String argument = arguments.get(i);
        if (WITH_VALUE.contains(argument) && i + 1 < arguments.size()) {
          i++;
          if (argument.startsWith("-p") || argument.equals("--property")) {
            properties.addAll(Arrays.asList(arguments.get(i).split(",")));
          }
        } else if (argument.startsWith("--property=")) {
          properties.addAll(Arrays.asList(argument.substring("--property=".length()).split(",")));
        } else if (argument.startsWith("-p") && argument.length() > 2) {
          properties.addAll(Arrays.asList(argument.substring(2).split(",")));
        } else if (!argument.startsWith("-")) {
          words.add(argument);
        }
      }
      return new Request(
          words.isEmpty() ? "" : words.get(0),
          words.isEmpty()
              ? List.of()
              : words.subList(1, words.size()).stream().map(Request::unit).toList(),
          properties,
          arguments.contains("--runtime"),
          arguments.contains("--value"),
          Arguments.has(arguments, "-q", "--quiet"));
    }

    private static String unit(String name) {
      return name.indexOf('.') < 0 ? name + ".service" : name;
    }
  }

  @Override
  public int run(Invocation call) throws IOException {
    Request request = Request.of(call.arguments());
    return switch (request.verb()) {
      case "show" -> show(call, request);
      case "start" -> each(call, request, systemd::start);
      case "stop" -> each(call, request, systemd::stop);
      case "restart" -> each(call, request, systemd::restart);
      case "mask" -> each(call, request, unit -> mask(request, unit, true));
      case "unmask" -> each(call, request, unit -> mask(request, unit, false));
      case "daemon-reload" -> reload();
      case "is-active" -> isActive(call, request);
      case "is-enabled" -> isEnabled(call, request);
      case "cat" -> cat(call, request);
      default -> {
        Texts.error(call, "Unknown command verb " + request.verb() + ".\n");
        yield 1;
      }
    };
  }

  private int reload() {
    systemd.reload();
    effects.accept("daemon-reload");
    return 0;
  }

  private Systemd.Answer mask(Request request, String unit, boolean mask) {
    if (!request.runtime()) {
      return systemd.maskForGood(unit, mask);
    }
    return systemd.mask(unit, mask);
  }

  private int each(Invocation call, Request request, Function<String, Systemd.Answer> verb)
      throws IOException {
    int status = 0;
    for (String unit : request.units()) {
      String before = state(unit);
      Systemd.Answer answer = verb.apply(unit);
      if (!before.equals(state(unit))) {
        effects.accept(request.verb() + " " + unit);
      }
      call.print(answer.output());
      Texts.error(call, answer.error());
      status = answer.status() == 0 ? status : answer.status();
    }
    return status;
  }

  private String state(String unit) {
    Map<String, String> shown = systemd.show(unit);
    return shown.get("ActiveState") + shown.get("LoadState") + systemd.starts(unit);
  }

  private int show(Invocation call, Request request) throws IOException {
    String separator = "";
    for (String unit : request.units()) {
      call.print(separator);
      separator = "\n";
      for (Map.Entry<String, String> property : systemd.show(unit).entrySet()) {
        if (request.properties().isEmpty() || request.properties().contains(property.getKey())) {
          call.print((request.value() ? "" : property.getKey() + "=") + property.getValue() + "\n");
        }
      }
    }
    return 0;
  }

  private int isActive(Invocation call, Request request) throws IOException {
    int status = NOT_RUNNING;
    for (String unit : request.units()) {
      String state = systemd.activeState(unit);
      if (!request.quiet()) {
        call.print(state + "\n");
      }
      status = state.equals("active") ? 0 : status;
    }
    return status;
  }

  private int isEnabled(Invocation call, Request request) throws IOException {
    int status = 0;
    for (String unit : request.units()) {
      @Nullable String state = systemd.show(unit).get("UnitFileState");
      if (state == null || state.isEmpty()) {
        Texts.error(
            call, "Failed to get unit file state for " + unit + ": No such file or directory\n");
        status = 1;
      } else {
        call.print(state + "\n");
        status = state.equals("enabled") ? status : 1;
      }
    }
    return status;
  }

  private int cat(Invocation call, Request request) throws IOException {
    for (String unit : request.units()) {
      Map<String, String> shown = systemd.show(unit);
      List<String> paths = new ArrayList<>();
      paths.add(shown.getOrDefault("FragmentPath", ""));
      paths.addAll(Arrays.asList(shown.getOrDefault("DropInPaths", "").split(" ")));
      paths.removeIf(String::isEmpty);
      if (paths.isEmpty()) {
        Texts.error(call, "No files found for " + unit + ".\n");
        return 1;
      }
      for (String path : paths) {
        call.print((path.equals(paths.get(0)) ? "" : "\n") + "# " + path + "\n");
        try {
          call.out().write(call.machine().files().read(path));
        } catch (FileError unreadable) {
          call.complain(path + ": " + unreadable.text());
          return 1;
        }
      }
    }
    return 0;
  }
}
