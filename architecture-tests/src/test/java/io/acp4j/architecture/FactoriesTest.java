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
 * Every request, response and notification is constructed in the same ways: with {@code of(required…)} where a member is required, and
 * with {@code builder(required…)}. A required list may be left out of both, and is empty then. So no user needs a canonical
 * constructor, which is not API.
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
    private record Shape(Class<?> type, List<RecordComponent> required) {

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
            for (RecordComponent component : type.getRecordComponents()) {
                if (!free.contains(component.getName())
                        && !Set.of("meta", "extras").contains(component.getName())) {
                    required.add(component);
                }
            }
            return new Shape(type, required);
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
                    assertThat(shape.factory("builder"))
                            .as("%s.builder(%s)", type.getSimpleName(), names(shape.required()))
                            .isNotNull();
                    assertThat(type.getMethod("toBuilder")).isNotNull();
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
        Object constant = constant(type);
        if (constant == null && type.isSealed()) {
            return variant(type);
        }
        return constant == null ? built(type) : constant;
    }

    /** Returns a value without members; null if one is required. */
    private static @Nullable Object built(Class<?> type) throws ReflectiveOperationException {
        for (Method method : type.getMethods()) {
            if (method.getName().equals("builder") && method.getParameterCount() == 0) {
                Object builder = method.invoke(null);
                return builder.getClass().getMethod("build").invoke(builder);
            }
        }
        return null;
    }

    /** Returns a variant of a union that has one required member; null if none is known. */
    private static @Nullable Object variant(Class<?> union) throws ReflectiveOperationException {
        for (Class<?> type : union.getPermittedSubclasses()) {
            for (Method of : type.getMethods()) {
                if (of.getName().equals("of") && of.getParameterCount() == 1 && Modifier.isStatic(of.getModifiers())) {
                    Object member = sample(of.getParameterTypes()[0]);
                    if (member != null) {
                        return of.invoke(null, member);
                    }
                }
            }
            Object value = sample(type);
            if (value != null) {
                return value;
            }
        }
        return null;
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
