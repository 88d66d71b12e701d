package io.acp4j.schema.json;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of one object as they were read; handed to the function that makes the Java value.
 *
 * @since 0.1.0
 */
public final class Members {

    private final @Nullable Object[] values;
    private final Map<String, RawJson> extras;

    Members(@Nullable Object[] values, Map<String, RawJson> extras) {
        this.values = values;
        this.extras = extras;
    }

    /**
     * Returns a member that is always there: required, or with a default.
     *
     * @param <V> its type
     * @param field the member
     * @return its value
     */
    @SuppressWarnings("unchecked")
    public <V> V get(Field<?, V> field) {
        Object value = values[field.index];
        if (value == null) {
            throw new IllegalStateException("member " + field.name + " is optional: read it with find()");
        }
        return (V) value;
    }

    /**
     * Returns a member that may be absent.
     *
     * @param <V> its type
     * @param field the member
     * @return its value; null when it was absent, {@code null} or, where the schema forgives that, malformed
     */
    @SuppressWarnings("unchecked")
    public <V> @Nullable V find(Field<?, V> field) {
        return (V) values[field.index];
    }

    /**
     * {@return the members that the type does not know, for types that keep them: an unmodifiable map in wire order}
     */
    public Map<String, RawJson> extras() {
        return extras;
    }
}
