package dev.switchback.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each package has one home, and the command line leaves hosts to the worker. */
final class ModuleBordersTest {
  private static final List<String> MODULES =
      List.of("workflows", "rehearsal", "activities", "worker", "cli");
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.switchback");

  /** The module that a class was built in: by its folder, or the archive that it was read from. */
  private static String module(JavaClass type) {
    String source = type.getSource().orElseThrow().getUri().toString();
    return MODULES.stream()
        .filter(name -> source.contains("/" + name + "/target/"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no module has " + source));
  }

  @ParameterizedTest
  @ValueSource(strings = {"workflows", "rehearsal", "activities", "worker", "cli"})
  void looked_at_the_classes_of(String module) {
    assertThat(CLASSES.stream().filter(type -> module(type).equals(module))).hasSizeGreaterThan(5);
  }

  @Test
  void has_no_package_in_two_modules() {
    Map<String, Set<String>> homes = new TreeMap<>();
    CLASSES.forEach(
        type ->
            homes.computeIfAbsent(type.getPackageName(), p -> new TreeSet<>()).add(module(type)));
    homes.values().removeIf(modules -> modules.size() == 1);
    assertThat(homes).isEmpty();
  }

  @Test
  void command_line_never_talks_to_a_host() {
    assertThat(
            CLASSES.stream()
                .filter(type -> module(type).equals("cli"))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency -> dependency.getTargetClass().getPackageName()))
        .contains("dev.switchback.worker")
        .doesNotContain("dev.switchback.ssh", "dev.switchback.host");
  }
}
