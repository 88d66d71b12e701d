package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
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
    private ObjectCodec(String typeName, ObjectDeclaration<T> declaration, Maker<T> make) {
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
    public static <T> ObjectCodec<T> of(String typeName, Function<ObjectDeclaration<T>, Maker<T>> declare) {
        ObjectDeclaration<T> declaration = new ObjectDeclaration<>();
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
    public @Nullable T readPlain(byte[] json, int from, int to) {
        return twin == null ? null : twin.readPlain(json, from, to);
    }

    @Override
    public boolean writePlain(T value, PlainSink out) {
        return twin != null && twin.writePlain(value, out);
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
        if (in.token() == JsonToken.VALUE_NULL && nullMeansAbsent(rule)) {
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

    private static boolean nullMeansAbsent(Field.Rule rule) {
        return switch (rule) {
            case REQUIRED, NULLABLE, PATCH -> false;
            case REQUIRED_DEFAULT_ON_NULL, REQUIRED_DEFAULT_ON_ERROR, OPTIONAL, LENIENT -> true;
        };
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
        if (member == null || (field.absent != null && !field.writeWhenDefault && member.equals(field.absent))) {
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
}
