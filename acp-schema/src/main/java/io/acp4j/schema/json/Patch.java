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
    @SuppressWarnings("unchecked") // It holds nothing.
    static <T> Patch<T> unchanged() {
        return (Patch<T>) Unchanged.NOTHING;
    }

    /**
     * Returns a patch that removes the value.
     *
     * @param <T> the type of the value
     * @return the patch
     */
    @SuppressWarnings("unchecked") // It holds nothing.
    static <T> Patch<T> cleared() {
        return (Patch<T>) Cleared.NOTHING;
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
     * Sets the value where there is one.
     *
     * @param <T> the type of the value
     * @param value the new value; null leaves it as it is
     * @return the patch
     */
    static <T> Patch<T> ofNullable(@Nullable T value) {
        return value == null ? unchanged() : of(value);
    }

    /** {@return the new value; null when the patch leaves the value as it is, or removes it} */
    @Nullable
    T value();

    /**
     * Applies the patch.
     *
     * @param current the value so far; null when there is none
     * @return the value from now on; null when there is none
     */
    @Nullable
    T applyTo(@Nullable T current);

    /**
     * Returns this patch and then another one, as one.
     *
     * @param later the patch that comes after this one
     * @return what both come to
     */
    default Patch<T> then(Patch<T> later) {
        return later.isUnchanged() ? this : later;
    }

    /** {@return whether the value stays as it is: true for {@link Unchanged}} */
    default boolean isUnchanged() {
        return this instanceof Unchanged;
    }

    /** {@return whether the value is removed: true for {@link Cleared}} */
    default boolean isCleared() {
        return this instanceof Cleared;
    }

    /**
     * The member is absent.
     *
     * @param <T> the type of the value
     */
    record Unchanged<T>() implements Patch<T> {

        private static final Unchanged<?> NOTHING = new Unchanged<>();

        @Override
        public @Nullable T value() {
            return null;
        }

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

        private static final Cleared<?> NOTHING = new Cleared<>();

        @Override
        public @Nullable T value() {
            return null;
        }

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
