package io.acp4j.schema.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;

/** What every builder of a record must do. */
public final class BuilderAssertions {

    private BuilderAssertions() {}

    /**
     * Builds a record anew, once as a copy and once member by member, and expects an equal one; does nothing for a
     * record without a builder.
     *
     * @param record a record with no component at its default, those that the builder requires first
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
            RecordComponent[] components = record.getClass().getRecordComponents();
            int required = start.getParameterCount();
            Object[] arguments = new Object[required];
            for (int i = 0; i < required; i++) {
                arguments[i] = components[i].getAccessor().invoke(record);
            }
            Object builder = start.invoke(null, arguments);
            for (RecordComponent component : Arrays.asList(components).subList(required, components.length)) {
                set(builder, component, component.getAccessor().invoke(record));
            }
            assertThat(build(builder)).as("built member by member").isEqualTo(record);
        } catch (ReflectiveOperationException e) {
            fail("no working builder of " + record.getClass(), e);
        }
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
