package dev.switchback.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the import direction of the house, and that no packages depend on each other in a ring. */
final class ArchitectureTest {
  private static final String OURS = "dev.switchback";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(OURS);

  /** What each module may import, beside itself. */
  private static final Map<String, Set<String>> ALLOWED =
      Map.of(
          "workflows", Set.of("runbooks"),
          "rehearsal", Set.of("runbooks"),
          "activities", Set.of("workflows", "runbooks"),
          "worker", Set.of("activities", "workflows", "runbooks"),
          "cli", Set.of("worker", "activities", "workflows", "rehearsal", "runbooks"));

  /** The module whose build made a class: the folder or archive that it was read from. */
  private static String module(JavaClass type) {
    String source = type.getSource().orElseThrow().getUri().toString();
    return ALLOWED.keySet().stream()
        .filter(name -> source.contains("/" + name + "/target/"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no module has " + source));
  }

  private static List<JavaClass> of(String module) {
    return CLASSES.stream().filter(type -> module(type).equals(module)).toList();
  }

  private static Set<JavaClass> imports(JavaClass type) {
    Set<JavaClass> targets = new LinkedHashSet<>();
    type.getDirectDependenciesFromSelf()
        .forEach(dependency -> targets.add(dependency.getTargetClass().getBaseComponentType()));
    targets.removeIf(target -> !target.getPackageName().startsWith(OURS));
    return targets;
  }

  @ParameterizedTest
  @ValueSource(strings = {"workflows", "rehearsal", "activities", "worker", "cli"})
  void looked_at_the_classes_of(String module) {
    assertThat(of(module)).hasSizeGreaterThan(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"workflows", "rehearsal", "activities", "worker", "cli"})
  void imports_run_one_way_from(String module) {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass type : of(module)) {
      for (JavaClass target : imports(type)) {
        String other = module(target);
        if (!other.equals(module) && !ALLOWED.getOrDefault(module, Set.of()).contains(other)) {
          wrong.add(type.getName() + " -> " + target.getName());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void sees_the_import_that_the_command_line_has_of_the_worker() {
    assertThat(of("cli").stream().flatMap(type -> imports(type).stream()).map(type -> module(type)))
        .contains("worker");
  }

  @Test
  void has_no_package_in_two_modules() {
    Map<String, Set<String>> homes = new java.util.TreeMap<>();
    CLASSES.forEach(
        type ->
            homes.computeIfAbsent(type.getPackageName(), p -> new TreeSet<>()).add(module(type)));
    homes.values().removeIf(modules -> modules.size() == 1);
    assertThat(homes).isEmpty();
  }

  @Test
  void has_no_ring_of_packages() {
    slices().matching(OURS + ".(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void command_line_never_talks_to_a_host() {
    assertThat(of("cli").stream().flatMap(type -> imports(type).stream()))
        .noneMatch(type -> type.getPackageName().startsWith(OURS + ".ssh"))
        .noneMatch(type -> type.getPackageName().equals(OURS + ".host"));
  }
}
