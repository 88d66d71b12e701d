package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a JSON object as a Java value, from one declaration of its members.
 *
 * <pre>{@code
 * public static final ObjectCodec<Implementation> CODEC = ObjectCodec.of("Implementation", type -> {
 *     var name = type.required("name", Codecs.STRING, Implementation::name);
 *     var title = type.lenient("title", Codecs.STRING, Implementation::title);
 *     return in -> new Implementation(in.get(name), in.find(title));
 * });
 * }</pre>
 *
 * <p>Members may come in any order; unknown ones are skipped unless the type keeps them; of a repeated one the last
 * counts. The declaration can be inspected ({@link #fields()}), which is how it is compared with the official schema.
 *
 * @param <T> the Java type
 * @since 0.1.0
 */
public final class ObjectCodec<T> extends JsonCodec<T> {

    private final String typeName;
    private final Field<T, ?>[] fields;
    private final Map<String, Field<T, ?>> byName = new HashMap<>();
    private final @Nullable Function<T, Map<String, RawJson>> extras;
    private final Maker<T> make;
    private final boolean nullMeansEmpty;
    private final @Nullable JsonCodec<T> twin;

    @SuppressWarnings({"unchecked", "rawtypes"})
    private ObjectCodec(String typeName, Declaration<T> declaration, Maker<T> make) {
        this.typeName = typeName;
        this.nullMeansEmpty = declaration.nullMeansEmpty;
        this.twin = null;
        this.fields = declaration.fields.toArray(new Field[0]);
        this.extras = declaration.extras;
        this.make = make;
        for (Field<T, ?> field : fields) {
            if (byName.put(field.name, field) != null) {
                throw new IllegalArgumentException(typeName + " declares " + field.name + " twice");
            }
            if (nullMeansEmpty && field.required()) {
                throw new IllegalArgumentException(typeName + " requires " + field.name + ", so it cannot be empty");
            }
        }
    }

    private ObjectCodec(ObjectCodec<T> declared, JsonCodec<T> twin) {
        this.typeName = declared.typeName;
        this.fields = declared.fields;
        this.byName.putAll(declared.byName);
        this.extras = declared.extras;
        this.make = declared.make;
        this.nullMeansEmpty = declared.nullMeansEmpty;
        this.twin = twin;
    }

    /**
     * Makes a codec from a declaration of members.
     *
     * @param <T> the Java type
     * @param typeName the name of the type in the official schema
     * @param declare declares the members, in the order they are written, and returns the function that makes a value
     * @return the codec
     */
    public static <T> ObjectCodec<T> of(String typeName, Function<Declaration<T>, Maker<T>> declare) {
        Declaration<T> declaration = new Declaration<>();
        return new ObjectCodec<>(typeName, declaration, declare.apply(declaration));
    }

    /**
     * Makes a codec of the same declaration that reads and writes whole objects by a hand-written one.
     *
     * @param handWritten reads and writes exactly what this codec does, only faster
     * @return the codec
     */
    public ObjectCodec<T> handWritten(JsonCodec<T> handWritten) {
        return new ObjectCodec<>(this, handWritten);
    }

    /**
     * Names the type.
     *
     * @return its name in the official schema
     */
    public String typeName() {
        return typeName;
    }

    /**
     * Lists the members.
     *
     * @return the members in the order they are written
     */
    public List<Field<T, ?>> fields() {
        return List.of(fields);
    }

    @Override
    public T read(JsonReader in) throws IOException {
        if (twin != null) {
            return twin.read(in);
        }
        if (nullMeansEmpty && in.token() == JsonToken.VALUE_NULL) {
            return make(new Members(absentValues(), Map.of()));
        }
        in.expectObject();
        return readMembers(in);
    }

    private @Nullable Object[] absentValues() {
        @Nullable Object[] values = new @Nullable Object[fields.length];
        for (Field<T, ?> field : fields) {
            values[field.index] = field.absent;
        }
        return values;
    }

    /**
     * Reads the members that are left of an object, for a codec that has consumed some of them itself.
     *
     * @param in on the opening brace or on the last token of a member's value; afterwards on the closing brace
     * @return the value
     * @throws SchemaException when a member is missing or malformed
     * @throws IOException when the JSON is malformed
     */
    @SuppressWarnings("ReferenceEquality") // a quick first look; equality follows
    public T readMembers(JsonReader in) throws IOException {
        JsonParser parser = in.parser();
        @Nullable Object[] values = new @Nullable Object[fields.length];
        long seen = 0;
        Map<String, RawJson> unknown = Map.of();
        int expected = 0;
        String name;
        while ((name = parser.nextFieldName()) != null) {
            Field<T, ?> field = null;
            // Names are interned by the parser and members mostly come in order, so identity finds them first.
            if (expected < fields.length && fields[expected].name == name) {
                field = fields[expected];
            } else {
                field = byName.get(name);
            }
            parser.nextToken();
            if (field != null) {
                expected = field.index + 1;
                seen |= 1L << field.index;
                values[field.index] = readMember(field, in);
            } else if (extras != null) {
                if (unknown.isEmpty()) {
                    unknown = new LinkedHashMap<>();
                }
                unknown.put(name, in.raw());
            } else {
                parser.skipChildren();
            }
        }
        for (Field<T, ?> field : fields) {
            if ((seen & 1L << field.index) == 0) {
                if (field.required()) {
                    throw new SchemaException("required member is missing").within(field.name);
                }
                values[field.index] = field.absent;
            }
        }
        return make(new Members(values, unknown.isEmpty() ? unknown : Collections.unmodifiableMap(unknown)));
    }

    private T make(Members members) throws SchemaException {
        try {
            return make.make(members);
        } catch (IllegalArgumentException e) {
            throw new SchemaException("members that contradict each other");
        }
    }

    private static <V> @Nullable V readMember(Field<?, V> field, JsonReader in) throws IOException {
        Field.Rule rule = field.rule;
        if (in.token() == JsonToken.VALUE_NULL && rule != Field.Rule.REQUIRED && rule != Field.Rule.PATCH) {
            return field.absent;
        }
        boolean forgiving =
                rule == Field.Rule.LENIENT || rule == Field.Rule.REQUIRED_DEFAULT_ON_ERROR || rule == Field.Rule.PATCH;
        if (!forgiving) {
            try {
                return field.codec.read(in);
            } catch (SchemaException e) {
                throw e.within(field.name);
            }
        }
        int parent = in.depthOfParent();
        try {
            return field.codec.read(in);
        } catch (SchemaException e) {
            in.recover(parent);
            return field.absent;
        }
    }

    @Override
    public void write(T value, JsonGenerator out) throws IOException {
        if (twin != null) {
            twin.write(value, out);
            return;
        }
        out.writeStartObject();
        writeMembers(value, out);
        out.writeEndObject();
    }

    /**
     * Writes the members without the braces, for a codec that adds members of its own.
     *
     * @param value the value
     * @param out inside an object
     * @throws IOException when the generator refuses
     */
    public void writeMembers(T value, JsonGenerator out) throws IOException {
        for (Field<T, ?> field : fields) {
            writeMember(field, value, out);
        }
        if (extras != null) {
            for (Map.Entry<String, RawJson> extra : extras.apply(value).entrySet()) {
                out.writeFieldName(extra.getKey());
                extra.getValue().writeTo(out);
            }
        }
    }

    private static <T, V> void writeMember(Field<T, V> field, T value, JsonGenerator out) throws IOException {
        V member = field.getter.apply(value);
        if (member == null || (!field.writeWhenDefault && member.equals(field.absent))) {
            return;
        }
        out.writeFieldName(field.quotedName);
        field.codec.write(member, out);
    }

    /**
     * Copies the members that a value keeps though its type does not declare them; for compact constructors.
     *
     * @param members name to value
     * @return an unmodifiable copy in the same order
     * @throws IllegalArgumentException when a name is one that the type declares, since it would be written twice
     */
    public Map<String, RawJson> copyOfExtras(Map<String, RawJson> members) {
        if (members.isEmpty()) {
            return Map.of();
        }
        for (String name : members.keySet()) {
            if (byName.containsKey(name)) {
                throw new IllegalArgumentException(typeName + " declares a member " + name + ": set that instead");
            }
        }
        return Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    /**
     * Makes a Java value of the members that were read.
     *
     * @param <T> the Java type
     */
    @FunctionalInterface
    public interface Maker<T> {

        /**
         * Makes the value.
         *
         * @param in the members
         * @return the value
         * @throws SchemaException when the members, each well-formed, do not make a value together
         */
        T make(Members in) throws SchemaException;
    }

    /**
     * Declares the members of a type; each call adds the next one.
     *
     * @param <T> the Java type
     */
    public static final class Declaration<T> {

        private final List<Field<T, ?>> fields = new ArrayList<>();
        private @Nullable Function<T, Map<String, RawJson>> extras;
        private boolean nullMeansEmpty;

        private Declaration() {}

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
        public <E> Field<T, List<E>> requiredLenientList(
                String name, JsonCodec<E> element, Function<T, List<E>> getter) {
            return add(
                    name, Codecs.lenientListOf(element), getter, Field.Rule.REQUIRED_DEFAULT_ON_ERROR, List.of(), true);
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

        /** Reads {@code null} in place of the object as one without members, as some peers answer when all is said. */
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
            Field<T, V> field = new Field<>(fields.size(), name, codec, getter, rule, absent, writeWhenDefault);
            fields.add(field);
            return field;
        }
    }
}
