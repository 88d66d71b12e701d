package io.acp4j.schema.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What every builder of a record must do. */
public final class BuilderAssertions {

    private BuilderAssertions() {}

    /**
     * Builds a record anew, once as a copy and once member by member, and expects an equal one; does nothing for a
     * record without a builder.
     *
     * @param record a record with no component at its default
     */
    public static void assertBuilder(Object record) {
        Method start = Arrays.stream(record.getClass().getMethods())
                .filter(method -> method.getName().equals("builder"))
                .findFirst()
                .orElse(null);
        if (start == null) {
            return;
        }
        try {
            Object copy = record.getClass().getMethod("toBuilder").invoke(record);
            assertThat(build(copy)).as("built from a copy").isEqualTo(record);
            List<RecordComponent> required = new ArrayList<>();
            List<RecordComponent> others = new ArrayList<>();
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                (hasSetter(copy, component) ? others : required).add(component);
            }
            Object[] arguments = new Object[required.size()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = required.get(i).getAccessor().invoke(record);
            }
            Object builder = start.invoke(null, arguments);
            for (RecordComponent component : others) {
                set(builder, component, component.getAccessor().invoke(record));
            }
            assertThat(build(builder)).as("built member by member").isEqualTo(record);
        } catch (ReflectiveOperationException e) {
            fail("no working builder of " + record.getClass(), e);
        }
    }

    private static boolean hasSetter(Object builder, RecordComponent component) {
        String name = component.getName().equals("extras") ? "extra" : component.getName();
        return Arrays.stream(builder.getClass().getMethods())
                .anyMatch(method -> method.getName().equals(name) && method.getParameterCount() > 0);
    }

    private static void set(Object builder, RecordComponent component, Object value)
            throws ReflectiveOperationException {
        Object returned = builder;
        if (component.getName().equals("extras")) {
            Method extra = builder.getClass().getMethod("extra", String.class, Object.class);
            for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
                returned = extra.invoke(builder, each.getKey(), each.getValue());
            }
        } else {
            Method setter = builder.getClass().getMethod(component.getName(), component.getType());
            returned = setter.invoke(builder, value);
        }
        assertThat(returned).as(component.getName() + " returns the builder").isSameAs(builder);
    }

    private static Object build(Object builder) throws ReflectiveOperationException {
        return builder.getClass().getMethod("build").invoke(builder);
    }
}
