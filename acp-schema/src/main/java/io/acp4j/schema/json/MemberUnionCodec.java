package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a union without a discriminator: each variant is told by a member that only it has.
 *
 * <p>Members that are {@code null} do not tell, unless they were declared to. When the members of two variants are there, the variant declared first
 * counts. An object with none of them is kept whole. One that is told and malformed is an error.
 *
 * @param <T> the union type
 * @since 0.1.0
 */
public final class MemberUnionCodec<T> extends JsonCodec<T> {

    private final List<Variant<T, ?>> variants;
    private final Map<Class<?>, Variant<T, ?>> byClass = new HashMap<>();
    private final Class<? extends T> unknownType;
    private final Function<RawJson, ? extends T> makeUnknown;
    private final Function<T, RawJson> rawOfUnknown;
    private final WireVersion version;
    private volatile @Nullable MemberUnionCodec<T> other;

    private MemberUnionCodec(MemberUnionCodec<T> first, WireVersion version) {
        this.variants = first.variants.stream()
                .<Variant<T, ?>>map(each -> each.in(version))
                .toList();
        for (Variant<T, ?> variant : variants) {
            byClass.put(variant.type, variant);
        }
        this.unknownType = first.unknownType;
        this.makeUnknown = first.makeUnknown;
        this.rawOfUnknown = first.rawOfUnknown;
        this.version = version;
        this.other = first;
    }

    private <U extends T> MemberUnionCodec(
            List<Variant<T, ?>> variants, Class<U> unknownType, Function<RawJson, U> make, Function<U, RawJson> raw) {
        this.variants = List.copyOf(variants);
        for (Variant<T, ?> variant : variants) {
            byClass.put(variant.type, variant);
        }
        this.unknownType = unknownType;
        this.makeUnknown = make;
        this.rawOfUnknown = value -> raw.apply(unknownType.cast(value));
        this.version = WireVersion.V1;
    }

    @Override
    public MemberUnionCodec<T> in(WireVersion wanted) {
        if (wanted == version) {
            return this;
        }
        MemberUnionCodec<T> known = other;
        if (known == null) {
            known = new MemberUnionCodec<>(this, wanted);
            other = known;
        }
        return known;
    }

    /**
     * Starts the declaration of a union.
     *
     * @param <T> the union type
     * @return the declaration
     */
    public static <T> Builder<T> union() {
        return new Builder<>();
    }

    /** {@return the codecs of the known variants, each by the member that tells it} */
    public Map<String, ObjectCodec<?>> variants() {
        Map<String, ObjectCodec<?>> codecs = new LinkedHashMap<>();
        variants.forEach(variant -> codecs.put(variant.member, variant.codec.get()));
        return codecs;
    }

    @Override
    public T read(JsonReader in) throws IOException {
        in.expectObject();
        JsonParser parser = in.parser();
        int from = in.tokenStart();
        int told = variants.size();
        String name;
        while ((name = parser.nextFieldName()) != null) {
            JsonToken token = parser.nextToken();
            told = Math.min(told, indexOf(name, token == JsonToken.VALUE_NULL));
            parser.skipChildren();
        }
        int to = in.position();
        if (told == variants.size()) {
            return makeUnknown.apply(in.slice(from, to));
        }
        try (JsonReader again = in.again(from, to)) {
            return variants.get(told).codec.get().readMembers(again);
        }
    }

    private int indexOf(String member, boolean isNull) {
        int index = 0;
        while (index < variants.size() && !variants.get(index).isToldBy(member, isNull)) {
            index++;
        }
        return index;
    }

    @Override
    public void write(T value, JsonGenerator out) throws IOException {
        if (unknownType.isInstance(value)) {
            rawOfUnknown.apply(value).writeTo(out);
            return;
        }
        Variant<T, ?> variant = byClass.get(value.getClass());
        if (variant == null) {
            throw new IllegalArgumentException(value.getClass().getName() + " is no variant of this union");
        }
        write(variant, value, out);
    }

    private static <T, V extends T> void write(Variant<T, V> variant, T value, JsonGenerator out) throws IOException {
        variant.codec.get().write(variant.type.cast(value), out);
    }

    private record Variant<T, V extends T>(
            String member, boolean nullTells, Class<V> type, Supplier<ObjectCodec<V>> codec) {

        Variant<T, V> in(WireVersion version) {
            return new Variant<>(member, nullTells, type, () -> codec.get().in(version));
        }

        boolean isToldBy(String name, boolean isNull) {
            return member.equals(name) && (nullTells || !isNull);
        }
    }

    /**
     * Declares a union's variants.
     *
     * @param <T> the union type
     */
    public static final class Builder<T> {

        private final List<Variant<T, ?>> variants = new ArrayList<>();

        private Builder() {}

        /**
         * Adds a variant.
         *
         * @param <V> its Java type
         * @param member the member that tells it
         * @param type its class
         * @param codec gives its codec; called on use, so that types may refer to each other
         * @return this
         */
        public <V extends T> Builder<T> variant(String member, Class<V> type, Supplier<ObjectCodec<V>> codec) {
            variants.add(new Variant<>(member, false, type, codec));
            return this;
        }

        /**
         * Adds a variant whose member tells it also when it is {@code null}.
         *
         * @param <V> its Java type
         * @param member the member that tells it
         * @param type its class
         * @param codec gives its codec; called on use, so that types may refer to each other
         * @return this
         */
        public <V extends T> Builder<T> nullableVariant(String member, Class<V> type, Supplier<ObjectCodec<V>> codec) {
            variants.add(new Variant<>(member, true, type, codec));
            return this;
        }

        /**
         * Sets the variant that keeps what is not known and makes the codec.
         *
         * @param <U> its Java type
         * @param type its class
         * @param make makes it from the whole object
         * @param raw gives the whole object back
         * @return the codec
         */
        public <U extends T> MemberUnionCodec<T> unknown(
                Class<U> type, Function<RawJson, U> make, Function<U, RawJson> raw) {
            return new MemberUnionCodec<>(variants, type, make, raw);
        }
    }
}
