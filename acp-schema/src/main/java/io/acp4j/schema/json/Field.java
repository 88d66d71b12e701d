package io.acp4j.schema.json;

import com.fasterxml.jackson.core.io.SerializedString;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One member of an object type: its name, its codec, and what its absence or malformation means.
 *
 * @param <T> the object type
 * @param <V> the member's type
 * @since 0.1.0
 */
public final class Field<T, V> {

    /** What a reader does when the member is absent, {@code null} or malformed. */
    public enum Rule {
        /** Must be there and well-formed. */
        REQUIRED,
        /** Must be there and well-formed; {@code null} stands for the default. */
        REQUIRED_DEFAULT_ON_NULL,
        /** Must be there; {@code null} or a malformed value stands for the default. */
        REQUIRED_DEFAULT_ON_ERROR,
        /** May be absent or {@code null}; must be well-formed when there. */
        OPTIONAL,
        /** May be absent; {@code null} is a value like others; must be well-formed when there. */
        NULLABLE,
        /** May be absent, {@code null} or malformed: all mean the default. */
        LENIENT,
        /** May be absent or malformed, both meaning "unchanged", or {@code null}, meaning "cleared". */
        PATCH
    }

    int index; // Set while the declaration is put together, before anybody else sees it.
    final String name;
    final SerializedString quotedName;
    final JsonCodec<V> codec;
    final Function<T, @Nullable V> getter;
    final Rule rule;
    final @Nullable V absent;
    final boolean writeWhenDefault;

    Field(
            int index,
            String name,
            JsonCodec<V> codec,
            Function<T, @Nullable V> getter,
            Rule rule,
            @Nullable V absent,
            boolean writeWhenDefault) {
        this.index = index;
        this.name = name.intern();
        this.quotedName = new SerializedString(name);
        this.codec = codec;
        this.getter = getter;
        this.rule = rule;
        this.absent = absent;
        this.writeWhenDefault = writeWhenDefault;
    }

    /** {@return the name of the member on the wire} */
    public String name() {
        return name;
    }

    /** {@return what a reader does when the member is missing or malformed} */
    public Rule rule() {
        return rule;
    }

    /** {@return whether the schema requires the member, so that a writer always writes it} */
    public boolean required() {
        return switch (rule) {
            case REQUIRED, REQUIRED_DEFAULT_ON_NULL, REQUIRED_DEFAULT_ON_ERROR -> true;
            case OPTIONAL, NULLABLE, LENIENT, PATCH -> false;
        };
    }

    /** {@return the codec of the member's value} */
    public JsonCodec<V> codec() {
        return codec;
    }
}
