package dev.switchback.expression;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * CEL as runbooks use it: the standard library and macros, comparisons across number types, and
 * arithmetic that mixes integers and doubles, because JSON does not tell 1940 from 1940.0.
 */
final class Cel {
  private static final CelOptions OPTIONS =
      CelOptions.current()
          .enableHeterogeneousNumericComparisons(true)
          .maxExpressionCodePointSize(4000)
          .comprehensionMaxIterations(10_000)
          .build();

  private static final Map<String, String> MIXED =
      Map.of("_+_", "add", "_-_", "subtract", "_*_", "multiply", "_/_", "divide");

  private Cel() {}

  static CelCompiler compiler(Map<String, CelType> variables) {
    CelCompilerBuilder builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .setOptions(OPTIONS);
    variables.forEach(builder::addVar);
    MIXED.forEach(
        (function, name) ->
            builder.addFunctionDeclarations(
                CelFunctionDecl.newFunctionDeclaration(
                    function,
                    overload(name + "_int64_double", SimpleType.INT, SimpleType.DOUBLE),
                    overload(name + "_double_int64", SimpleType.DOUBLE, SimpleType.INT))));
    return builder.build();
  }

  private static CelOverloadDecl overload(String name, CelType left, CelType right) {
    return CelOverloadDecl.newGlobalOverload(name, SimpleType.DOUBLE, left, right);
  }

  static CelRuntime runtime() {
    List<CelFunctionBinding> bindings = new ArrayList<>();
    bindings.addAll(mixed("add", (a, b) -> a + b, (a, b) -> a + b));
    bindings.addAll(mixed("subtract", (a, b) -> a - b, (a, b) -> a - b));
    bindings.addAll(mixed("multiply", (a, b) -> a * b, (a, b) -> a * b));
    bindings.addAll(mixed("divide", (a, b) -> a / b, (a, b) -> a / b));
    return CelRuntimeFactory.legacyCelRuntimeBuilder()
        .setOptions(OPTIONS)
        .addFunctionBindings(bindings)
        .build();
  }

  private static List<CelFunctionBinding> mixed(
      String name,
      CelFunctionOverload.Binary<Long, Double> integerFirst,
      CelFunctionOverload.Binary<Double, Long> doubleFirst) {
    return List.of(
        CelFunctionBinding.from(name + "_int64_double", Long.class, Double.class, integerFirst),
        CelFunctionBinding.from(name + "_double_int64", Double.class, Long.class, doubleFirst));
  }
}
