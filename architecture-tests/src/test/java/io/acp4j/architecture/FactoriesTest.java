package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.acp4j.schema.json.Field;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.WireVersion;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every request, response and notification is made in the same ways: {@code of(required…)} where something is required, and {@code
 * builder(required…)} where there is something optional beside {@code _meta}. A required list may be left out of both, and is
 * empty then.
 */
class FactoriesTest {

    /** Members that follow from others and are not set by anybody. */
    private static final Set<String> DERIVED = Set.of("SetSessionConfigOptionRequest.type");

    private static Stream<Class<?>> messages() {
        return new ClassFileImporter()
                .importPath(PublishedModule.classesOf("acp-schema")).stream()
                        .filter(each -> each.getSimpleName().matches(".+(Request|Response|Notification)"))
                        .map(JavaClass::reflect)
                        .filter(Class::isRecord)
                        .filter(each -> !each.getSimpleName().startsWith("Unknown"))
                        .map(each -> (Class<?>) each);
    }

    /** What is known of one type: its members, as its codec declares them, by the names of the record's components. */
    private record Shape(Class<?> type, List<RecordComponent> required, List<RecordComponent> optional) {

        static Shape of(Class<?> type) throws ReflectiveOperationException {
            List<String> needed = new ArrayList<>();
            List<String> free = new ArrayList<>();
            ObjectCodec<?> codec = (ObjectCodec<?>) type.getField("CODEC").get(null);
            for (Field<?, ?> field : codec.fields()) {
                if (!DERIVED.contains(type.getSimpleName() + "." + field.name())) {
                    (field.required() ? needed : free).add(field.name());
                }
            }
            for (Field<?, ?> field : codec.in(WireVersion.V2).fields()) {
                // What only version 2 has may be left out in Java.
                if (!needed.contains(field.name()) && !free.contains(field.name())) {
                    free.add(field.name());
                }
            }
            free.remove("_meta");
            List<RecordComponent> required = new ArrayList<>();
            List<RecordComponent> optional = new ArrayList<>();
            for (RecordComponent component : type.getRecordComponents()) {
                if (free.contains(component.getName())) {
                    optional.add(component);
                } else if (!component.getName().equals("meta")
                        && !component.getName().equals("extras")) {
                    required.add(component);
                }
            }
            return new Shape(type, required, optional);
        }

        @Nullable
        Method factory(String name) {
            List<Class<?>> all = types(required);
            List<Class<?>> withoutLists =
                    all.stream().filter(each -> each != List.class).toList();
            return Arrays.stream(type.getMethods())
                    .filter(method -> Modifier.isStatic(method.getModifiers())
                            && method.getName().equals(name))
                    .filter(method -> {
                        List<Class<?>> parameters = List.of(method.getParameterTypes());
                        return parameters.equals(all) || parameters.equals(withoutLists);
                    })
                    .findFirst()
                    .orElse(null);
        }

        private static List<Class<?>> types(List<RecordComponent> components) {
            return components.stream().<Class<?>>map(RecordComponent::getType).toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> messagesHaveTheirFactories() {
        List<Class<?>> all = messages().toList();
        assertThat(all).hasSizeGreaterThan(75);
        return all.stream()
                .map(type -> DynamicTest.dynamicTest(type.getSimpleName(), () -> {
                    Shape shape = Shape.of(type);
                    if (!shape.required().isEmpty()) {
                        assertThat(shape.factory("of"))
                                .as("%s.of(%s)", type.getSimpleName(), names(shape.required()))
                                .isNotNull();
                    }
                    if (!shape.optional().isEmpty()) {
                        assertThat(shape.factory("builder"))
                                .as(
                                        "%s.builder(%s), for %s",
                                        type.getSimpleName(), names(shape.required()), names(shape.optional()))
                                .isNotNull();
                        assertThat(type.getMethod("toBuilder")).isNotNull();
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> buildersKeepWhatTheyAreGiven() {
        return messages()
                .filter(type -> Arrays.stream(type.getMethods())
                        .anyMatch(method -> method.getName().equals("toBuilder")))
                .map(type -> DynamicTest.dynamicTest(type.getSimpleName(), () -> keepsWhatItIsGiven(Shape.of(type))));
    }

    private static void keepsWhatItIsGiven(Shape shape) throws ReflectiveOperationException {
        Method factory = Objects.requireNonNull(shape.factory("builder"));
        Object builder = factory.invoke(null, samples(factory.getParameterTypes()));
        List<String> set = new ArrayList<>();
        for (RecordComponent component : shape.type().getRecordComponents()) {
            for (Method setter : builder.getClass().getMethods()) {
                if (setter.getName().equals(component.getName())
                        && List.of(setter.getParameterTypes()).equals(List.of(component.getType()))
                        && sample(component.getType()) != null) {
                    setter.invoke(builder, sample(component.getType()));
                    set.add(component.getName());
                }
            }
        }
        Object value = builder.getClass().getMethod("build").invoke(builder);

        for (RecordComponent component : shape.type().getRecordComponents()) {
            if (set.contains(component.getName())) {
                assertThat(component.getAccessor().invoke(value))
                        .as(component.getName())
                        .isEqualTo(sample(component.getType()));
            }
        }
        Object copy = shape.type().getMethod("toBuilder").invoke(value);
        assertThat(copy.getClass().getMethod("build").invoke(copy)).isEqualTo(value);
        Method of = shape.factory("of");
        if (of != null && List.of(of.getParameterTypes()).equals(List.of(factory.getParameterTypes()))) {
            Object plain = of.invoke(null, samples(of.getParameterTypes()));
            Object again = factory.invoke(null, samples(factory.getParameterTypes()));
            assertThat(plain).isEqualTo(again.getClass().getMethod("build").invoke(again));
        }
    }

    private static @Nullable Object[] samples(Class<?>[] types) throws ReflectiveOperationException {
        @Nullable Object[] samples = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            samples[i] = Objects.requireNonNull(sample(types[i]), types[i].getName());
        }
        return samples;
    }

    /** Some value of a type, the same each time; null when none is known. */
    private static @Nullable Object sample(Class<?> type) throws ReflectiveOperationException {
        if (type == String.class) {
            return "/sample";
        } else if (type == List.class) {
            return List.of();
        } else if (type == Map.class) {
            return Map.of();
        } else if (type == Long.class) {
            return 7L;
        } else if (type == Integer.class || type == int.class) {
            return 7;
        } else if (type == Boolean.class || type == boolean.class) {
            return true;
        } else if (type.isRecord() && type.getRecordComponents().length == 1) {
            Class<?> only = type.getRecordComponents()[0].getType();
            Object inner = sample(only);
            Constructor<?> constructor = type.getConstructor(only);
            return inner == null ? null : constructor.newInstance(inner);
        }
        return constant(type);
    }

    private static @Nullable Object constant(Class<?> type) throws ReflectiveOperationException {
        for (java.lang.reflect.Field field : type.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == type) {
                return field.get(null);
            }
        }
        return null;
    }

    private static String names(List<RecordComponent> components) {
        return components.stream().map(RecordComponent::getName).collect(Collectors.joining(", "));
    }
}
