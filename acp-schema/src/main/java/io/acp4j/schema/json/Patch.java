package io.acp4j.schema.json;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a message says about a value that its receiver holds: nothing, that it is gone, or what it is now.
 *
 * <p>On the wire these are an absent member, {@code null} and a value.
 *
 * @param <T> the type of the value
 * @since 0.1.0
 */
public sealed interface Patch<T> {

    /**
     * Leaves the value as it is.
     *
     * @param <T> the type of the value
     * @return the patch
     */
    static <T> Patch<T> unchanged() {
        return new Unchanged<>();
    }

    /**
     * Takes the value away.
     *
     * @param <T> the type of the value
     * @return the patch
     */
    static <T> Patch<T> cleared() {
        return new Cleared<>();
    }

    /**
     * Sets the value.
     *
     * @param <T> the type of the value
     * @param value the new value
     * @return the patch
     */
    static <T> Patch<T> of(T value) {
        return new Value<>(value);
    }

    /**
     * Applies the patch.
     *
     * @param current the value so far; null when there is none
     * @return the value from now on; null when there is none
     */
    @Nullable
    T applyTo(@Nullable T current);

    /**
     * Tells whether the value stays as it is.
     *
     * @return true for {@link Unchanged}
     */
    default boolean isUnchanged() {
        return this instanceof Unchanged;
    }

    /**
     * The member is absent.
     *
     * @param <T> the type of the value
     */
    record Unchanged<T>() implements Patch<T> {
        @Override
        public @Nullable T applyTo(@Nullable T current) {
            return current;
        }
    }

    /**
     * The member is {@code null}.
     *
     * @param <T> the type of the value
     */
    record Cleared<T>() implements Patch<T> {
        @Override
        public @Nullable T applyTo(@Nullable T current) {
            return null;
        }
    }

    /**
     * The member has a value.
     *
     * @param <T> the type of the value
     * @param value the new value
     */
    record Value<T>(T value) implements Patch<T> {
        /** Checks that the value is there. */
        public Value {
            Objects.requireNonNull(value, "value");
        }

        @Override
        public T applyTo(@Nullable T current) {
            return value;
        }
    }
}
