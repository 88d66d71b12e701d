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
    private final Function<ObjectDeclaration<T>, Maker<T>> declare;
    private final WireVersion version;
    private volatile @Nullable Shape<T> shape;
    private volatile @Nullable ObjectCodec<T> other;

    private ObjectCodec(
            String typeName,
            Function<ObjectDeclaration<T>, Maker<T>> declare,
            WireVersion version,
            @Nullable ObjectCodec<T> other) {
        this.typeName = typeName;
        this.declare = declare;
        this.version = version;
        this.other = other;
    }

    @Override
    public ObjectCodec<T> in(WireVersion wanted) {
        if (wanted == version) {
            return this;
        }
        ObjectCodec<T> known = other;
        return known == null ? publish(new ObjectCodec<>(typeName, declare, wanted, this)) : known;
    }

    /** The first of threads that come at once counts, so that each version has one codec. */
    private synchronized ObjectCodec<T> publish(ObjectCodec<T> own) {
        ObjectCodec<T> first = other;
        if (first == null) {
            first = own;
            other = own;
        }
        return first;
    }

    /**
     * The members. They are declared when they are first needed: a program that starts refers to many types, of which it reads
     * and writes few.
     */
    private Shape<T> shape() {
        Shape<T> known = shape;
        return known == null ? publish(new Shape<>(typeName, version, declare)) : known;
    }

    /** Threads that come at once each declare the members; nothing is locked while they do. The first to be done counts. */
    private synchronized Shape<T> publish(Shape<T> own) {
        Shape<T> first = shape;
        if (first == null) {
            first = own;
            shape = own;
        }
        return first;
    }

    /** What a declaration comes to. */
    private static final class Shape<T> {

        private final Field<T, ?>[] fields;
        private final Field<T, ?>[] absent;
        private final Map<String, Field<T, ?>> byName = new HashMap<>();
        private final @Nullable Function<T, Map<String, RawJson>> extras;
        private final Maker<T> make;
        private final boolean nullMeansEmpty;

        @SuppressWarnings({"unchecked", "rawtypes"})
        Shape(String typeName, WireVersion version, Function<ObjectDeclaration<T>, Maker<T>> declare) {
            ObjectDeclaration<T> declaration = new ObjectDeclaration<>(version);
            this.make = declare.apply(declaration);
            this.nullMeansEmpty = declaration.nullMeansEmpty;
            this.fields = declaration.fields.toArray(new Field[0]);
            this.absent = declaration.absent.toArray(new Field[0]);
            for (int i = 0; i < absent.length; i++) {
                absent[i].index = fields.length + i;
            }
            this.extras = declaration.extras;
            for (Field<T, ?> field : fields) {
                if (byName.put(field.name, field) != null) {
                    throw new IllegalArgumentException(typeName + " declares " + field.name + " twice");
                }
                if (nullMeansEmpty && field.required()) {
                    throw new IllegalArgumentException(
                            typeName + " requires " + field.name + ", so it cannot be empty");
                }
            }
        }
    }

    /**
     * Makes a codec from a declaration of members.
     *
     * @param <T> the Java type
     * @param typeName the name of the type in the official schema
     * @param declare declares the members, in the order they are written, and returns the function that makes a value; called when
     *     the codec is first used, perhaps by several threads at once, and fails then if the members contradict each other
     * @return the codec
     */
    public static <T> ObjectCodec<T> of(String typeName, Function<ObjectDeclaration<T>, Maker<T>> declare) {
        return new ObjectCodec<>(typeName, declare, WireVersion.V1, null);
    }

    /** {@return the name of the type in the official schema} */
    public String typeName() {
        return typeName;
    }

    /** {@return the members in the order in which they are written} */
    public List<Field<T, ?>> fields() {
        return List.of(shape().fields);
    }

    @Override
    public T read(JsonReader in) throws IOException {
        if (in.token() == JsonToken.VALUE_NULL && shape().nullMeansEmpty) {
            Shape<T> declared = shape();
            return make(declared, new Members(absentValues(declared), Map.of()));
        }
        in.expectObject();
        return readMembers(in);
    }

    private static <T> @Nullable Object[] absentValues(Shape<T> shape) {
        Field<T, ?>[] fields = shape.fields;
        @Nullable Object[] values = new @Nullable Object[fields.length + shape.absent.length];
        for (Field<T, ?> field : fields) {
            values[field.index] = field.absent;
        }
        for (Field<T, ?> field : shape.absent) {
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
        Shape<T> declared = shape();
        Field<T, ?>[] fields = declared.fields;
        JsonParser parser = in.parser();
        @Nullable Object[] values = new @Nullable Object[fields.length + declared.absent.length];
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
                field = declared.byName.get(name);
            }
            parser.nextToken();
            if (field != null) {
                expected = field.index + 1;
                seen |= 1L << field.index;
                values[field.index] = readMember(field, in);
            } else if (declared.extras != null && !isOfVersion1Only(name)) {
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
        for (Field<T, ?> field : declared.absent) {
            values[field.index] = field.absent;
        }
        return make(declared, new Members(values, unknown.isEmpty() ? unknown : Collections.unmodifiableMap(unknown)));
    }

    /** Returns whether a name means nothing in version 2; kept, the member would stand twice on a connection of version 1. */
    private boolean isOfVersion1Only(String name) {
        return version == WireVersion.V2 && in(WireVersion.V1).shape().byName.containsKey(name);
    }

    private static <T> T make(Shape<T> shape, Members members) throws SchemaException {
        try {
            return shape.make.make(members);
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
            in.omit(e);
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
        Shape<T> declared = shape();
        for (Field<T, ?> field : declared.fields) {
            writeMember(field, value, out);
        }
        if (declared.extras != null) {
            for (Map.Entry<String, RawJson> extra : declared.extras.apply(value).entrySet()) {
                if (version == WireVersion.V1 || !declared.byName.containsKey(extra.getKey())) {
                    out.writeFieldName(extra.getKey());
                    extra.getValue().writeTo(out);
                }
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // a quick first look; equality follows
    private <V> void writeMember(Field<T, V> field, T value, JsonGenerator out) throws IOException {
        V member = field.getter.apply(value);
        if (member == null) {
            refuseAbsence(field);
            return;
        }
        if (member == field.absent && !field.writeWhenDefault) {
            return;
        }
        if (field.absent != null && !field.writeWhenDefault && member.equals(field.absent)) {
            return;
        }
        out.writeFieldName(field.quotedName);
        field.codec.write(member, out);
    }

    /** A value may lack what one version requires and another does not have. */
    private void refuseAbsence(Field<T, ?> field) {
        if (field.required()) {
            throw new IllegalArgumentException(typeName + " needs " + field.name + " in version " + version.number()
                    + " of the protocol: set it before sending");
        }
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
            if (shape().byName.containsKey(name)) {
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
