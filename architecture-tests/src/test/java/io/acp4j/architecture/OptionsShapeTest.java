package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A new option is a compatible change: options, limits and settings are constructed with builders only. */
class OptionsShapeTest {

    /** The exported options outside the protocol, whose types have rules in {@link FactoriesTest}. */
    static List<Class<?>> options() {
        return PublishedModule.ALL.stream()
                .filter(module -> !module.directory().equals("acp-schema"))
                .flatMap(OptionsShapeTest::exported)
                .filter(type -> type.getSimpleName().matches(".+(Options|Limits|Settings)|Settings"))
                .toList();
    }

    private static Stream<Class<?>> exported(PublishedModule module) {
        Set<String> packages = module.exportedPackages();
        return ApiListingTest.types(module, OptionsShapeTest.class.getClassLoader()).stream()
                .filter(type -> packages.contains(type.getPackageName()) && Modifier.isPublic(type.getModifiers()));
    }

    @Test
    void allModulesAreSearched() {
        assertThat(options())
                .extracting(Class::getSimpleName)
                .contains("ConnectionOptions", "SessionRepositoryOptions", "TranscriptOptions", "WsLimits", "Settings")
                .hasSizeGreaterThan(10);
    }

    @ParameterizedTest
    @MethodSource("options")
    void optionsAreFinalClassesThatOnlyTheirBuildersConstruct(Class<?> type) throws Exception {
        assertThat(type.isRecord()).isFalse();
        assertThat(Modifier.isFinal(type.getModifiers())).isTrue();
        assertThat(type.getConstructors()).isEmpty();
        Class<?> builder = type.getMethod("builder").getReturnType();
        assertThat(Modifier.isStatic(type.getMethod("builder").getModifiers())).isTrue();
        assertThat(type.getMethod("toBuilder").getReturnType()).isEqualTo(builder);
        assertThat(builder.getMethod("build").getReturnType()).isEqualTo(type);
        assertThat(builder.getConstructors()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("options")
    void optionsAreChangedInTheirBuildersOnly(Class<?> type) {
        assertThat(type.getDeclaredMethods())
                .filteredOn(method -> Modifier.isPublic(method.getModifiers())
                        && !Modifier.isStatic(method.getModifiers())
                        && method.getReturnType() == type)
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("options")
    void builtOptionsHaveTheValuesOfTheirBuilder(Class<?> type) throws Exception {
        Object defaults = build(type.getMethod("builder").invoke(null));
        Object copy = build(type.getMethod("toBuilder").invoke(defaults));
        Set<String> compared = new TreeSet<>();
        for (Method accessor : type.getDeclaredMethods()) {
            if (Modifier.isPublic(accessor.getModifiers())
                    && !Modifier.isStatic(accessor.getModifiers())
                    && accessor.getParameterCount() == 0
                    && Arrays.stream(type.getDeclaredFields())
                            .anyMatch(field -> field.getName().equals(accessor.getName()))) {
                assertThat(accessor.invoke(copy)).as(accessor.getName()).isEqualTo(accessor.invoke(defaults));
                compared.add(accessor.getName());
            }
        }
        assertThat(compared)
                .hasSameSizeAs(Arrays.stream(type.getDeclaredFields())
                        .filter(field -> !Modifier.isStatic(field.getModifiers()))
                        .toList());
    }

    private static Object build(Object builder) throws ReflectiveOperationException {
        return builder.getClass().getMethod("build").invoke(builder);
    }
}
