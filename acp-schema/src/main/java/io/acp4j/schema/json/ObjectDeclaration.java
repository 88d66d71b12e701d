package io.acp4j.schema.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Declares the members of a type; each call adds the next one.
 *
 * <p>Used by one thread, while {@link ObjectCodec#of} makes a codec.
 *
 * @param <T> the Java type
 * @since 0.1.0
 */
public final class ObjectDeclaration<T> {

    final List<Field<T, ?>> fields = new ArrayList<>();
    final List<Field<T, ?>> absent = new ArrayList<>();
    private final WireVersion version;

    @Nullable
    Function<T, Map<String, RawJson>> extras;

    boolean nullMeansEmpty;

    ObjectDeclaration(WireVersion version) {
        this.version = version;
    }

    /** {@return whether the members of version 2 are declared, for what differs between versions} */
    public boolean isV2() {
        return version == WireVersion.V2;
    }

    /**
     * Declares a member that this version does not have on the wire.
     *
     * @param <V> its type
     * @param value what it is for every value that is read; null when it may be
     * @return the member; read it with {@link Members#get}, or with {@link Members#find} when it may be null
     */
    public <V> Field<T, V> absent(@Nullable V value) {
        JsonCodec<V> none = Codecs.never();
        Field<T, V> field = new Field<>(-1, "", none, each -> null, Field.Rule.OPTIONAL, value, false);
        absent.add(field);
        return field;
    }

    /**
     * Declares a member that must be there and well-formed in this version, though a value made for another one may lack it;
     * such a value cannot be written.
     *
     * @param <V> its type
     * @param name its name on the wire
     * @param codec its codec
     * @param getter takes it from the Java value; null means that it is missing
     * @return the member; read it with {@link Members#get}
     */
    public <V> Field<T, V> requiredOnWire(String name, JsonCodec<V> codec, Function<T, @Nullable V> getter) {
        return add(name, codec, getter, Field.Rule.REQUIRED, null, true);
    }

    /**
     * Declares a member that changes something its receiver holds, in a version that cannot clear it: absent, {@code null} or
     * malformed leaves it unchanged, a value replaces it. An array is cleared by an empty one; to clear anything else is left out.
     *
     * @param <V> the type of the value
     * @param name its name on the wire
     * @param codec the codec of the value
     * @param getter takes it from the Java value
     * @return the member; read it with {@link Members#get}
     */
    public <V> Field<T, Patch<V>> lenientPatch(String name, JsonCodec<V> codec, Function<T, Patch<V>> getter) {
        Patch<V> unchanged = Patch.unchanged();
        Patch<V> cleared = codec instanceof ListCodec<?> ? emptyList() : unchanged;
        return add(
                name,
                new PatchCodec<>(codec),
                value -> {
                    Patch<V> patch = getter.apply(value);
                    return patch instanceof Patch.Cleared ? cleared : patch;
                },
                Field.Rule.LENIENT,
                unchanged,
                false);
    }

    @SuppressWarnings("unchecked") // Only for the codecs of lists.
    private static <V> Patch<V> emptyList() {
        return Patch.of((V) List.of());
    }

    /**
     * Declares a member that must be there and well-formed.
     *
     * @param <V> its type
     * @param name its name on the wire
     * @param codec its codec
     * @param getter takes it from the Java value
     * @return the member; read it with {@link Members#get}
     */
    public <V> Field<T, V> required(String name, JsonCodec<V> codec, Function<T, V> getter) {
        return add(name, codec, getter, Field.Rule.REQUIRED, null, true);
    }

    /**
     * Declares a member that may be absent or {@code null} and must be well-formed when it is there.
     *
     * @param <V> its type
     * @param name its name on the wire
     * @param codec its codec
     * @param getter takes it from the Java value; null means absent
     * @return the member; read it with {@link Members#find}
     */
    public <V> Field<T, V> optional(String name, JsonCodec<V> codec, Function<T, @Nullable V> getter) {
        return add(name, codec, getter, Field.Rule.OPTIONAL, null, false);
    }

    /**
     * Declares a member that may be absent, where {@code null} is a value that differs from absence, and that must be
     * well-formed when it is there.
     *
     * @param <V> its type
     * @param name its name on the wire
     * @param codec its codec, which reads {@code null}, too
     * @param getter takes it from the Java value; null means absent
     * @return the member; read it with {@link Members#find}
     */
    public <V> Field<T, V> nullable(String name, JsonCodec<V> codec, Function<T, @Nullable V> getter) {
        return add(name, codec, getter, Field.Rule.NULLABLE, null, false);
    }

    /**
     * Declares a member that may be absent, {@code null} or malformed, all of which mean null (the schema's
     * {@code x-deserialize-default-on-error}).
     *
     * @param <V> its type
     * @param name its name on the wire
     * @param codec its codec
     * @param getter takes it from the Java value; null means absent
     * @return the member; read it with {@link Members#find}
     */
    public <V> Field<T, V> lenient(String name, JsonCodec<V> codec, Function<T, @Nullable V> getter) {
        return add(name, codec, getter, Field.Rule.LENIENT, null, false);
    }

    /**
     * Declares a member whose absence, {@code null} or malformation means a default; it is always written.
     *
     * @param <V> its type
     * @param name its name on the wire
     * @param codec its codec
     * @param getter takes it from the Java value
     * @param defaultValue the default
     * @return the member; read it with {@link Members#get}
     */
    public <V> Field<T, V> lenient(String name, JsonCodec<V> codec, Function<T, V> getter, V defaultValue) {
        return add(name, codec, getter, Field.Rule.LENIENT, defaultValue, true);
    }

    /**
     * Declares a member whose absence, {@code null} or malformation means a default; it is written only when it
     * differs from that.
     *
     * @param <V> its type
     * @param name its name on the wire
     * @param codec its codec
     * @param getter takes it from the Java value
     * @param defaultValue the default
     * @return the member; read it with {@link Members#get}
     */
    public <V> Field<T, V> lenientUnlessDefault(
            String name, JsonCodec<V> codec, Function<T, V> getter, V defaultValue) {
        return add(name, codec, getter, Field.Rule.LENIENT, defaultValue, false);
    }

    /**
     * Declares a member that may be absent or {@code null}, both meaning a default, and must be well-formed when it is there; it
     * is written only when it differs from that.
     *
     * @param <V> its type
     * @param name its name on the wire
     * @param codec its codec
     * @param getter takes it from the Java value
     * @param defaultValue the default
     * @return the member; read it with {@link Members#get}
     */
    public <V> Field<T, V> optionalUnlessDefault(
            String name, JsonCodec<V> codec, Function<T, V> getter, V defaultValue) {
        return add(name, codec, getter, Field.Rule.OPTIONAL, defaultValue, false);
    }

    /**
     * Declares an object whose member names are data; it may be absent or {@code null}, both meaning empty, and
     * must be well-formed when it is there; an empty one is not written.
     *
     * @param <V> the type of the members' values
     * @param name its name on the wire
     * @param value the codec of a member's value
     * @param getter takes it from the Java value
     * @return the member; read it with {@link Members#get}
     */
    public <V> Field<T, Map<String, V>> map(String name, JsonCodec<V> value, Function<T, Map<String, V>> getter) {
        return add(name, Codecs.mapOf(value), getter, Field.Rule.OPTIONAL, Map.of(), false);
    }

    /**
     * Declares an array that may be absent or {@code null}, both meaning empty, and must be well-formed when it is
     * there (the schema's {@code x-deserialize-default-on-null}); an empty one is not written.
     *
     * @param <E> the element type
     * @param name its name on the wire
     * @param element the codec of an element
     * @param getter takes it from the Java value
     * @return the member; read it with {@link Members#get}
     */
    public <E> Field<T, List<E>> list(String name, JsonCodec<E> element, Function<T, List<E>> getter) {
        return add(name, Codecs.listOf(element), getter, Field.Rule.OPTIONAL, List.of(), false);
    }

    /**
     * Declares an array that must be there, where {@code null} means empty; it is always written.
     *
     * @param <E> the element type
     * @param name its name on the wire
     * @param element the codec of an element
     * @param getter takes it from the Java value
     * @return the member; read it with {@link Members#get}
     */
    public <E> Field<T, List<E>> requiredList(String name, JsonCodec<E> element, Function<T, List<E>> getter) {
        return add(name, Codecs.listOf(element), getter, Field.Rule.REQUIRED_DEFAULT_ON_NULL, List.of(), true);
    }

    /**
     * Declares an array that may be absent, {@code null} or malformed, all meaning empty, and whose invalid
     * elements are left out; an empty one is not written.
     *
     * @param <E> the element type
     * @param name its name on the wire
     * @param element the codec of an element
     * @param getter takes it from the Java value
     * @return the member; read it with {@link Members#get}
     */
    public <E> Field<T, List<E>> lenientList(String name, JsonCodec<E> element, Function<T, List<E>> getter) {
        return add(name, Codecs.lenientListOf(element), getter, Field.Rule.LENIENT, List.of(), false);
    }

    /**
     * Declares an array that must be there, where {@code null} or a malformed value means empty and invalid
     * elements are left out; it is always written.
     *
     * @param <E> the element type
     * @param name its name on the wire
     * @param element the codec of an element
     * @param getter takes it from the Java value
     * @return the member; read it with {@link Members#get}
     */
    public <E> Field<T, List<E>> requiredLenientList(String name, JsonCodec<E> element, Function<T, List<E>> getter) {
        return add(name, Codecs.lenientListOf(element), getter, Field.Rule.REQUIRED_DEFAULT_ON_ERROR, List.of(), true);
    }

    /**
     * Declares an array where absence differs from emptiness: absent, {@code null} or malformed mean null, and
     * invalid elements are left out; an empty one is written.
     *
     * @param <E> the element type
     * @param name its name on the wire
     * @param element the codec of an element
     * @param getter takes it from the Java value; null means absent
     * @return the member; read it with {@link Members#find}
     */
    public <E> Field<T, List<E>> nullableLenientList(
            String name, JsonCodec<E> element, Function<T, @Nullable List<E>> getter) {
        return add(name, Codecs.lenientListOf(element), getter, Field.Rule.LENIENT, null, false);
    }

    /**
     * Declares a member that changes something its receiver holds: absent or malformed leaves it unchanged,
     * {@code null} clears it, a value replaces it.
     *
     * @param <V> the type of the value
     * @param name its name on the wire
     * @param codec the codec of the value
     * @param getter takes it from the Java value
     * @return the member; read it with {@link Members#get}
     */
    public <V> Field<T, Patch<V>> patch(String name, JsonCodec<V> codec, Function<T, Patch<V>> getter) {
        return add(name, new PatchCodec<>(codec), getter, Field.Rule.PATCH, Patch.unchanged(), false);
    }

    /**
     * Declares a member that changes something its receiver holds: absent leaves it unchanged, {@code null} clears it, a
     * value replaces it; a malformed one is an error.
     *
     * @param <V> the type of the value
     * @param name its name on the wire
     * @param codec the codec of the value
     * @param getter takes it from the Java value
     * @return the member; read it with {@link Members#get}
     */
    public <V> Field<T, Patch<V>> strictPatch(String name, JsonCodec<V> codec, Function<T, Patch<V>> getter) {
        return add(name, new PatchCodec<>(codec), getter, Field.Rule.NULLABLE, Patch.unchanged(), false);
    }

    /** Reads {@code null} in place of the object as one without members, as some peers respond when all is said. */
    public void nullMeansEmpty() {
        nullMeansEmpty = true;
    }

    /**
     * Keeps members that the type does not declare, so that they survive reading and writing.
     *
     * @param getter takes them from the Java value
     */
    public void extras(Function<T, Map<String, RawJson>> getter) {
        extras = getter;
    }

    private <V> Field<T, V> add(
            String name,
            JsonCodec<V> codec,
            Function<T, @Nullable V> getter,
            Field.Rule rule,
            @Nullable V absent,
            boolean writeWhenDefault) {
        if (fields.size() == Long.SIZE) {
            throw new IllegalStateException("a type has at most " + Long.SIZE + " members");
        }
        Field<T, V> field = new Field<>(fields.size(), name, codec.in(version), getter, rule, absent, writeWhenDefault);
        fields.add(field);
        return field;
    }
}
