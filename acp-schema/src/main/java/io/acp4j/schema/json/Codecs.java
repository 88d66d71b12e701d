package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The codecs of JSON's own types and the ways to combine them.
 *
 * @since 0.1.0
 */
public final class Codecs {

    /** A JSON string. */
    public static final JsonCodec<String> STRING = new JsonCodec<>() {
        @Override
        public String read(JsonReader in) throws IOException {
            if (in.token() != JsonToken.VALUE_STRING) {
                throw in.unexpected("a string");
            }
            return in.parser().getText();
        }

        @Override
        public void write(String value, JsonGenerator out) throws IOException {
            out.writeString(value);
        }
    };

    /** {@code true} or {@code false}. */
    public static final JsonCodec<Boolean> BOOLEAN = new JsonCodec<>() {
        @Override
        public Boolean read(JsonReader in) throws IOException {
            return switch (in.token()) {
                case VALUE_TRUE -> Boolean.TRUE;
                case VALUE_FALSE -> Boolean.FALSE;
                default -> throw in.unexpected("a boolean");
            };
        }

        @Override
        public void write(Boolean value, JsonGenerator out) throws IOException {
            out.writeBoolean(value);
        }
    };

    /**
     * Whether an object is there: any object reads as yes, and yes is written as {@code {}}; for capabilities of version 2. No is
     * for the member around it to say, by being absent.
     */
    public static final JsonCodec<Boolean> MARKER = new JsonCodec<>() {
        @Override
        public Boolean read(JsonReader in) throws IOException {
            in.expectObject();
            in.parser().skipChildren();
            return Boolean.TRUE;
        }

        @Override
        public void write(Boolean value, JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeEndObject();
        }
    };

    /** A finite number with or without a fraction. */
    public static final JsonCodec<Double> DOUBLE = new JsonCodec<>() {
        @Override
        public Double read(JsonReader in) throws IOException {
            if (!in.token().isNumeric()) {
                throw in.unexpected("a number");
            }
            double value = in.parser().getDoubleValue();
            if (Double.isInfinite(value)) {
                throw new SchemaException("a number out of range");
            }
            return value;
        }

        @Override
        public void write(Double value, JsonGenerator out) throws IOException {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("JSON has no number for " + value);
            }
            out.writeNumber(value);
        }
    };

    /** A whole number of 64 bits; {@code 3.0} is one, {@code 3.5} is not. */
    public static final JsonCodec<Long> INT64 = integer64(Long.MIN_VALUE, Long.MAX_VALUE);

    /** A whole number from 0; the schema's uint64, as far as a {@code long} reaches. */
    public static final JsonCodec<Long> UINT64 = integer64(0, Long.MAX_VALUE);

    /** A whole number from 0 to 2³²−1. */
    public static final JsonCodec<Long> UINT32 = integer64(0, 0xFFFF_FFFFL);

    /** A whole number from 1 to 2³²−1. */
    public static final JsonCodec<Long> POSITIVE_UINT32 = integer64(1, 0xFFFF_FFFFL);

    /** A whole number from 1 to 65535. */
    public static final JsonCodec<Integer> POSITIVE_UINT16 = integer32(1, 0xFFFF);

    /** A whole number from 0 to 65535. */
    public static final JsonCodec<Integer> UINT16 = integer32(0, 0xFFFF);

    /** A whole number of 32 bits. */
    public static final JsonCodec<Integer> INT32 = integer32(Integer.MIN_VALUE, Integer.MAX_VALUE);

    /** Reads and writes an object as raw JSON; refuses values of other kinds. */
    public static final JsonCodec<RawJson> OBJECT = raw("an object", EnumSet.of(JsonToken.START_OBJECT));

    /** Reads and writes an object or array as raw JSON, the two that JSON-RPC allows as parameters; refuses the rest. */
    public static final JsonCodec<RawJson> OBJECT_OR_ARRAY =
            raw("an object or array", EnumSet.of(JsonToken.START_OBJECT, JsonToken.START_ARRAY));

    private Codecs() {}

    private static JsonCodec<RawJson> raw(String expected, Set<JsonToken> starts) {
        return new JsonCodec<>() {
            @Override
            public RawJson read(JsonReader in) throws IOException {
                if (!starts.contains(in.token())) {
                    throw in.unexpected(expected);
                }
                return in.raw();
            }

            @Override
            public void write(RawJson value, JsonGenerator out) throws IOException {
                value.writeTo(out);
            }
        };
    }

    /**
     * Reads and writes a type that wraps another one, such as an id around a string.
     *
     * @param <W> the type on the wire
     * @param <T> the type in Java
     * @param wire the codec of the wrapped type
     * @param wrap makes the Java value; may throw {@link IllegalArgumentException} for a value it refuses
     * @param unwrap gives the wire value
     * @return the codec
     */
    public static <W, T> JsonCodec<T> wrapping(JsonCodec<W> wire, Function<W, T> wrap, Function<T, W> unwrap) {
        return new JsonCodec<>() {
            @Override
            @SuppressWarnings("ReferenceEquality") // a codec equals itself only
            public JsonCodec<T> in(WireVersion version) {
                JsonCodec<W> other = wire.in(version);
                return other == wire ? this : wrapping(other, wrap, unwrap);
            }

            @Override
            public T read(JsonReader in) throws IOException {
                W value = wire.read(in);
                try {
                    return wrap.apply(value);
                } catch (IllegalArgumentException e) {
                    throw new SchemaException("a value that this type refuses");
                }
            }

            @Override
            public void write(T value, JsonGenerator out) throws IOException {
                wire.write(unwrap.apply(value), out);
            }
        };
    }

    /**
     * Reads and writes an array.
     *
     * @param <E> the element type
     * @param element the codec of an element
     * @return the codec; lists it reads are unmodifiable
     */
    public static <E> JsonCodec<List<E>> listOf(JsonCodec<E> element) {
        return new ListCodec<>(element, false);
    }

    /**
     * Reads and writes an array, leaving out elements that cannot be read (the schema's
     * {@code x-deserialize-skip-invalid-items}).
     *
     * @param <E> the element type
     * @param element the codec of an element
     * @return the codec; lists it reads are unmodifiable
     */
    public static <E> JsonCodec<List<E>> lenientListOf(JsonCodec<E> element) {
        return new ListCodec<>(element, true);
    }

    /**
     * Reads and writes an object whose member names are data.
     *
     * @param <V> the type of the members' values
     * @param value the codec of a member's value
     * @return the codec; maps it reads are unmodifiable and keep the order of the wire
     */
    public static <V> JsonCodec<Map<String, V>> mapOf(JsonCodec<V> value) {
        return new JsonCodec<>() {
            @Override
            @SuppressWarnings("ReferenceEquality") // a codec equals itself only
            public JsonCodec<Map<String, V>> in(WireVersion version) {
                JsonCodec<V> other = value.in(version);
                return other == value ? this : mapOf(other);
            }

            @Override
            public Map<String, V> read(JsonReader in) throws IOException {
                in.expectObject();
                JsonParser parser = in.parser();
                Map<String, V> members = new LinkedHashMap<>();
                long marks = in.markMap();
                try {
                    while (parser.nextToken() == JsonToken.FIELD_NAME) {
                        String name = parser.currentName();
                        parser.nextToken();
                        members.put(name, value.read(in));
                    }
                } catch (SchemaException e) {
                    // The name is data of the peer and not of the schema, so it is not part of the path.
                    throw e.within("*");
                } finally {
                    in.restoreMarks(marks);
                }
                return java.util.Collections.unmodifiableMap(members);
            }

            @Override
            public void write(Map<String, V> members, JsonGenerator out) throws IOException {
                out.writeStartObject();
                for (Map.Entry<String, V> member : members.entrySet()) {
                    out.writeFieldName(member.getKey());
                    value.write(member.getValue(), out);
                }
                out.writeEndObject();
            }
        };
    }

    /**
     * Combines the codecs of a type that is told apart in another way in each version.
     *
     * @param <T> the type
     * @param first the codec of version 1
     * @param second gives that of version 2; called on use, so that types may refer to each other
     * @return a codec that is the first one, and {@link JsonCodec#in} the other version the second one
     */
    public static <T> JsonCodec<T> versions(JsonCodec<T> first, Supplier<JsonCodec<T>> second) {
        return new JsonCodec<>() {
            private volatile @Nullable JsonCodec<T> other;

            @Override
            @SuppressWarnings("ReferenceEquality") // a codec equals itself only
            public JsonCodec<T> in(WireVersion version) {
                if (version == WireVersion.V1) {
                    return this;
                }
                JsonCodec<T> known = other;
                if (known == null) {
                    known = second.get().in(version);
                    other = known;
                }
                return known;
            }

            @Override
            public T read(JsonReader in) throws IOException {
                return first.read(in);
            }

            @Override
            public void write(T value, JsonGenerator out) throws IOException {
                first.write(value, out);
            }
        };
    }

    /** Of a member that a version does not have: never asked. */
    static <T> JsonCodec<T> never() {
        return new JsonCodec<>() {
            @Override
            public T read(JsonReader in) {
                throw new IllegalStateException("not on the wire");
            }

            @Override
            public void write(T value, JsonGenerator out) {
                throw new IllegalStateException("not on the wire");
            }
        };
    }

    private static JsonCodec<Long> integer64(long min, long max) {
        return new JsonCodec<>() {
            @Override
            public Long read(JsonReader in) throws IOException {
                return wholeNumber(in, min, max);
            }

            @Override
            public void write(Long value, JsonGenerator out) throws IOException {
                out.writeNumber(value);
            }
        };
    }

    private static JsonCodec<Integer> integer32(int min, int max) {
        return new JsonCodec<>() {
            @Override
            public Integer read(JsonReader in) throws IOException {
                return (int) wholeNumber(in, min, max);
            }

            @Override
            public void write(Integer value, JsonGenerator out) throws IOException {
                out.writeNumber(value);
            }
        };
    }

    private static long wholeNumber(JsonReader in, long min, long max) throws IOException {
        long value = wholeNumber(in);
        if (value < min || value > max) {
            throw new SchemaException("a whole number out of range");
        }
        return value;
    }

    private static long wholeNumber(JsonReader in) throws IOException {
        JsonParser parser = in.parser();
        if (in.token() == JsonToken.VALUE_NUMBER_INT) {
            if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
                throw new SchemaException("a whole number out of range");
            }
            return parser.getLongValue();
        }
        if (in.token() == JsonToken.VALUE_NUMBER_FLOAT) {
            // Exactly: a double would take one large number for another.
            try {
                return new BigDecimal(parser.getText()).longValueExact();
            } catch (ArithmeticException | NumberFormatException e) {
                throw new SchemaException("expected a whole number in range, found a number");
            }
        }
        throw in.unexpected("a whole number");
    }
}
