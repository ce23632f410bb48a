package dev.switchback.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Imports run one way: cli, worker, activities, workflows; rehearsal knows none of them. */
class ImportDirectionTest {
  private static final List<String> ORDER = List.of("cli", "worker", "activities", "workflows");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.switchback");

  /** The module that a class was built in, by where its file is. */
  private static String module(JavaClass type) {
    String uri = type.getSource().map(source -> source.getUri().toString()).orElse("");
    for (String name : List.of("cli", "worker", "activities", "workflows", "rehearsal")) {
      if (uri.contains("/" + name + "/target/") || uri.contains("/" + name + "-0.")) {
        return name;
      }
    }
    return "";
  }

  private static Map<JavaClass, String> modules() {
    Map<JavaClass, String> modules = new LinkedHashMap<>();
    CLASSES.forEach(type -> modules.put(type, module(type)));
    return modules;
  }

  @Test
  void every_module_was_looked_at() {
    assertThat(new TreeSet<>(modules().values()))
        .contains("cli", "worker", "activities", "workflows", "rehearsal");
    assertThat(CLASSES).hasSizeGreaterThan(200);
  }

  @Test
  void no_module_imports_one_that_stands_before_it() {
    Map<JavaClass, String> modules = modules();
    List<String> wrong =
        CLASSES.stream()
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .filter(
                dependency -> {
                  int from = ORDER.indexOf(modules.getOrDefault(dependency.getOriginClass(), ""));
                  int to = ORDER.indexOf(modules.getOrDefault(dependency.getTargetClass(), ""));
                  return from >= 0 && to >= 0 && to < from;
                })
            .map(dependency -> dependency.getDescription())
            .toList();

    assertThat(wrong).isEmpty();
  }

  @Test
  void the_rehearsal_host_knows_nothing_of_the_engine() {
    Map<JavaClass, String> modules = modules();
    List<String> wrong =
        CLASSES.stream()
            .filter(type -> modules.getOrDefault(type, "").equals("rehearsal"))
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .filter(d -> ORDER.contains(modules.getOrDefault(d.getTargetClass(), "")))
            .map(dependency -> dependency.getDescription())
            .toList();

    assertThat(wrong).isEmpty();
  }

  @Test
  void packages_are_free_of_cycles() {
    slices().matching("dev.switchback.(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
