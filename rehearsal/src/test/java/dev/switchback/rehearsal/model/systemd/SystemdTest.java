package dev.switchback.rehearsal.model.systemd;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SystemdTest {
  private static final String UNIT = "a.service";
  private final MapFiles files = new MapFiles();
  private final Systemd systemd = new Systemd(files, Clock.systemUTC());

  private static final class MapFiles implements Systemd.Files {
    private final TreeMap<String, String> texts = new TreeMap<>();

    @Override
    public Optional<String> read(String path) {
      return Optional.ofNullable(texts.get(path));
    }

    @Override
    public List<String> list(String directory) {
      return texts.keySet().stream()
          .filter(path -> path.startsWith(directory + "/"))
          .map(path -> path.substring(directory.length() + 1))
          .toList();
    }

    @Override
    public boolean linksToNull(String path) {
      return "-> /dev/null".equals(texts.get(path));
    }

    @Override
    public void linkToNull(String path) {
      texts.put(path, "-> /dev/null");
    }

    @Override
    public void remove(String path) {
      texts.remove(path);
    }
  }

  @Test
  void joins_continuations_over_comment_lines() {
    UnitFile unit = UnitFile.parse(List.of("[Service]\nExecStart=/bin/a \\\n# no\n  --b\n"));
    assertThat(UnitFile.words(unit.last("Service", "ExecStart"))).containsExactly("/bin/a", "--b");
  }

  @Test
  void reads_several_quoted_assignments_of_one_line() {
    UnitFile unit = UnitFile.parse(List.of("[Service]\nEnvironment=\"A=x y\" B=2 # C=3\n"));
    assertThat(unit.environment()).containsEntry("A", "x y").containsEntry("B", "2");
  }

  @Test
  void keeps_the_loaded_environment_until_a_reload() {
    files.texts.put("/etc/systemd/system/a.service", "[Service]\nEnvironment=A=1\n");
    systemd.show(UNIT);
    files.texts.put("/etc/systemd/system/a.service", "[Service]\nEnvironment=A=2\n");
    assertThat(systemd.show(UNIT))
        .containsEntry("Environment", "A=1")
        .containsEntry("NeedDaemonReload", "yes");
  }

  @Test
  void lets_a_drop_in_win() {
    files.texts.put("/etc/systemd/system/a.service", "[Service]\nEnvironment=A=1\n");
    files.texts.put("/etc/systemd/system/a.service.d/90.conf", "[Service]\nEnvironment=A=2\n");
    assertThat(systemd.show(UNIT)).containsEntry("Environment", "A=2");
  }

  @Test
  void leaves_a_unit_of_etc_unmasked_by_a_runtime_mask() {
    files.texts.put("/etc/systemd/system/a.service", "[Service]\nExecStart=/bin/a\n");
    systemd.mask(UNIT, true);
    assertThat(systemd.show(UNIT)).containsEntry("LoadState", "loaded");
  }

  @Test
  void masks_a_unit_of_a_package_at_run_time() {
    files.texts.put("/usr/lib/systemd/system/a.service", "[Service]\nExecStart=/bin/a\n");
    systemd.mask(UNIT, true);
    assertThat(systemd.start(UNIT).error())
        .isEqualTo("Failed to start a.service: Unit a.service is masked.\n");
  }

  @Test
  void masks_a_unit_of_etc_through_the_transient_folder() {
    files.texts.put("/etc/systemd/system/a.service", "[Service]\nExecStart=/bin/a\n");
    files.linkToNull("/run/systemd/transient/a.service");
    systemd.reload();
    assertThat(systemd.show(UNIT)).containsEntry("UnitFileState", "masked-runtime");
  }
}
