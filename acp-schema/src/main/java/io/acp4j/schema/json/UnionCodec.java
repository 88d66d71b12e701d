package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a tagged union: an object whose one member, the discriminator, tells its variant.
 *
 * <p>The discriminator is written first and found wherever it stands. A variant that is not known is kept whole. A known
 * one that is malformed is an error. Of a repeated discriminator the first counts.
 *
 * @param <T> the union type
 * @since 0.1.0
 */
public final class UnionCodec<T> extends JsonCodec<T> {

    private final String discriminator;
    private final SerializedString quotedDiscriminator;
    private final Map<String, Variant<T, ?>> byTag = new LinkedHashMap<>();
    private final Map<Class<?>, Variant<T, ?>> byClass = new HashMap<>();
    private final @Nullable Variant<T, ?> untagged;
    private final Class<? extends T> unknownType;
    private final UnknownMaker<? extends T> makeUnknown;
    private final Function<T, RawJson> rawOfUnknown;
    private final Unknown<T> unknown;
    private final Map<String, Nested<T, ?>> nested = new LinkedHashMap<>();

    private final Builder<T> declared;
    private final WireVersion version;
    private volatile @Nullable UnionCodec<T> other;

    private UnionCodec(Builder<T> builder, Unknown<T> unknown, WireVersion version) {
        this.declared = builder;
        this.version = version;
        this.discriminator = builder.discriminator.intern();
        this.quotedDiscriminator = new SerializedString(discriminator);
        Variant<T, ?> withoutTag = null;
        for (Variant<T, ?> every : builder.variants) {
            if (!every.isIn(version)) {
                continue;
            }
            Variant<T, ?> variant = every.resolvedIn(version);
            if (variant.tag.isEmpty()) {
                withoutTag = variant;
                continue;
            }
            byTag.put(variant.tag, variant);
            byClass.put(variant.type, variant);
        }
        this.untagged = withoutTag;
        if (untagged != null) {
            byClass.put(untagged.type, untagged);
        }
        this.unknownType = unknown.type;
        this.makeUnknown = version == WireVersion.V1 ? unknown.make : unknown.makeInV2;
        this.rawOfUnknown = unknown.raw;
        this.unknown = unknown;
        builder.nested.forEach(each -> nested.put(each.tag, each));
        nested.values().removeIf(each -> each.only != version);
    }

    @Override
    public UnionCodec<T> in(WireVersion wanted) {
        if (wanted == version) {
            return this;
        }
        UnionCodec<T> known = other;
        if (known == null) {
            known = new UnionCodec<>(declared, unknown, wanted);
            known.other = this;
            other = known;
        }
        return known;
    }

    /**
     * Starts the declaration of a union.
     *
     * @param <T> the union type
     * @param discriminator the name of the member that tells the variant
     * @return the declaration
     */
    public static <T> Builder<T> on(String discriminator) {
        return new Builder<>(discriminator);
    }

    /** {@return the name on the wire of the member that tells the variant} */
    public String discriminator() {
        return discriminator;
    }

    /**
     * {@return the codecs of the known variants by discriminator value, under the empty string that of the variant
     * without one}
     */
    public Map<String, ObjectCodec<?>> variants() {
        Map<String, ObjectCodec<?>> variants = new LinkedHashMap<>();
        byTag.forEach((tag, variant) -> variants.put(tag, variant.codec.get()));
        if (untagged != null) {
            variants.put("", untagged.codec.get());
        }
        return variants;
    }

    /**
     * {@return the discriminator's known values, of variants that are unions, too; the empty string for the variant
     * without one}
     */
    public Set<String> tags() {
        Set<String> tags = new LinkedHashSet<>(byTag.keySet());
        tags.addAll(nested.keySet());
        if (untagged != null) {
            tags.add("");
        }
        return tags;
    }

    @Override
    public T read(JsonReader in) throws IOException {
        in.expectObject();
        JsonParser parser = in.parser();
        int from = in.tokenStart();
        String name = parser.nextFieldName();
        if (name == null) {
            return readUntagged(in, from, in.position());
        }
        parser.nextToken();
        if (name.equals(discriminator)) {
            String tag = readTag(in);
            Variant<T, ?> variant = byTag.get(tag);
            if (variant != null) {
                return variant.codec.get().readMembers(in);
            }
            skipMembers(parser);
            return readOther(tag, in, from);
        }
        return readLateTag(in, from, name);
    }

    /** The discriminator is not the first member: find it, then read the object's bytes a second time. */
    private T readLateTag(JsonReader in, int from, String first) throws IOException {
        JsonParser parser = in.parser();
        String name = first;
        String tag = null;
        SchemaException fault = null;
        while (name != null) {
            if (tag == null && fault == null && name.equals(discriminator)) {
                try {
                    tag = readTag(in);
                } catch (SchemaException e) {
                    fault = e;
                }
            }
            parser.skipChildren();
            name = parser.nextFieldName();
            if (name != null) {
                parser.nextToken();
            }
        }
        if (fault != null) {
            throw fault;
        }
        int to = in.position();
        if (tag == null) {
            return readUntagged(in, from, to);
        }
        Variant<T, ?> variant = byTag.get(tag);
        if (variant == null) {
            return readOther(tag, in, from);
        }
        return readAgain(variant, in, from, to);
    }

    /** A variant that is a union itself reads the object again; what is left is unknown. */
    private T readOther(String tag, JsonReader in, int from) throws IOException {
        Nested<T, ?> union = nested.get(tag);
        if (union == null) {
            return makeUnknown.make(tag, slice(in, from));
        }
        try (JsonReader again = in.again(from, in.position())) {
            return union.codec.get().read(again);
        }
    }

    private T readUntagged(JsonReader in, int from, int to) throws IOException {
        if (untagged == null) {
            throw new SchemaException("required member is missing").within(discriminator);
        }
        return readAgain(untagged, in, from, to);
    }

    private static <T> T readAgain(Variant<T, ?> variant, JsonReader in, int from, int to) throws IOException {
        try (JsonReader again = in.again(from, to)) {
            return variant.codec.get().readMembers(again);
        }
    }

    private String readTag(JsonReader in) throws IOException {
        if (in.token() != JsonToken.VALUE_STRING) {
            throw in.unexpected("a string").within(discriminator);
        }
        return in.parser().getText();
    }

    private static RawJson slice(JsonReader in, int from) throws IOException {
        return in.slice(from, in.position());
    }

    private static void skipMembers(JsonParser parser) throws IOException {
        while (parser.nextFieldName() != null) {
            parser.nextToken();
            parser.skipChildren();
        }
    }

    @Override
    public void write(T value, JsonGenerator out) throws IOException {
        if (unknownType.isInstance(value)) {
            rawOfUnknown.apply(value).writeTo(out);
            return;
        }
        Variant<T, ?> variant = byClass.get(value.getClass());
        if (variant == null) {
            for (Nested<T, ?> union : nested.values()) {
                if (union.type.isInstance(value)) {
                    writeNested(union, value, out);
                    return;
                }
            }
            throw new IllegalArgumentException(value.getClass().getName() + " is no variant of this union in version "
                    + version.number() + " of the protocol");
        }
        out.writeStartObject();
        write(variant, value, out);
        out.writeEndObject();
    }

    private <V extends T> void writeNested(Nested<T, V> union, T value, JsonGenerator out) throws IOException {
        byte[] members = union.codec.get().encode(union.type.cast(value));
        out.writeStartObject();
        out.writeFieldName(quotedDiscriminator);
        out.writeString(union.tag);
        try (JsonParser parser = JsonReader.factory().createParser(members)) {
            parser.nextToken();
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                if (name.equals(discriminator)) {
                    parser.skipChildren();
                } else {
                    out.writeFieldName(name);
                    out.copyCurrentStructure(parser);
                }
            }
        }
        out.writeEndObject();
    }

    private <V extends T> void write(Variant<T, V> variant, T value, JsonGenerator out) throws IOException {
        if (!variant.tag.isEmpty()) {
            out.writeFieldName(quotedDiscriminator);
            out.writeString(variant.tag);
        }
        variant.codec.get().writeMembers(variant.type.cast(value), out);
    }

    /** A variant, of one version only or of all. */
    private record Variant<T, V extends T>(
            @Nullable WireVersion only, String tag, Class<V> type, Supplier<ObjectCodec<V>> codec) {

        boolean isIn(WireVersion version) {
            return only == null || only == version;
        }

        Variant<T, V> resolvedIn(WireVersion version) {
            return version == WireVersion.V1
                    ? this
                    : new Variant<>(only, tag, type, () -> codec.get().in(version));
        }
    }

    /** A variant that is told further by a discriminator of its own. */
    private record Nested<T, V extends T>(WireVersion only, String tag, Class<V> type, Supplier<JsonCodec<V>> codec) {}

    private record Unknown<T>(
            Class<? extends T> type,
            UnknownMaker<? extends T> make,
            UnknownMaker<? extends T> makeInV2,
            Function<T, RawJson> raw) {}

    /**
     * Makes the variant that keeps what is not known.
     *
     * @param <U> its Java type
     */
    @FunctionalInterface
    public interface UnknownMaker<U> {

        /**
         * Makes the variant.
         *
         * @param tag the discriminator value
         * @param raw the whole object
         * @return the variant
         * @throws SchemaException when it lacks what all variants have in common
         */
        U make(String tag, RawJson raw) throws SchemaException;
    }

    /**
     * Declares a union's variants.
     *
     * @param <T> the union type
     */
    public static final class Builder<T> {

        private final String discriminator;
        private final List<Variant<T, ?>> variants = new ArrayList<>();
        private final List<Nested<T, ?>> nested = new ArrayList<>();

        private Builder(String discriminator) {
            this.discriminator = discriminator;
        }

        /**
         * Adds a variant.
         *
         * @param <V> its Java type
         * @param tag its discriminator value; empty for the variant of an object without the discriminator
         * @param type its class
         * @param codec gives its codec; called on use, so that types may refer to each other
         * @return this
         */
        public <V extends T> Builder<T> variant(String tag, Class<V> type, Supplier<ObjectCodec<V>> codec) {
            variants.add(new Variant<>(null, tag, type, codec));
            return this;
        }

        /**
         * Adds a variant that only one version has.
         *
         * @param <V> its Java type
         * @param only the version
         * @param tag its discriminator value; empty for the variant of an object without the discriminator
         * @param type its class
         * @param codec gives its codec; called on use
         * @return this
         */
        public <V extends T> Builder<T> variant(
                WireVersion only, String tag, Class<V> type, Supplier<ObjectCodec<V>> codec) {
            variants.add(new Variant<>(only, tag, type, codec));
            return this;
        }

        /**
         * Adds a variant of one version that is a union itself, whose members stand in the same object.
         *
         * @param <V> its Java type
         * @param only the version
         * @param tag its discriminator value
         * @param type its class
         * @param codec gives its codec; called on use
         * @return this
         */
        public <V extends T> Builder<T> union(
                WireVersion only, String tag, Class<V> type, Supplier<JsonCodec<V>> codec) {
            nested.add(new Nested<>(only, tag, type, () -> codec.get().in(only)));
            return this;
        }

        /**
         * Sets the variant that keeps what is not known and makes the codec.
         *
         * @param <U> its Java type
         * @param type its class
         * @param make makes it from the discriminator value and the whole object
         * @param raw gives the whole object back
         * @return the codec
         */
        public <U extends T> UnionCodec<T> unknown(Class<U> type, UnknownMaker<U> make, Function<U, RawJson> raw) {
            return unknown(type, make, make, raw);
        }

        /**
         * Sets the variant that keeps what is not known, read in another way in version 2, and makes the codec.
         *
         * @param <U> its Java type
         * @param type its class
         * @param make makes it from the discriminator value and the whole object of version 1
         * @param makeInV2 makes it from those of version 2
         * @param raw gives the whole object back
         * @return the codec
         */
        public <U extends T> UnionCodec<T> unknown(
                Class<U> type, UnknownMaker<U> make, UnknownMaker<U> makeInV2, Function<U, RawJson> raw) {
            return new UnionCodec<>(
                    this, new Unknown<>(type, make, makeInV2, value -> raw.apply(type.cast(value))), WireVersion.V1);
        }
    }
}
