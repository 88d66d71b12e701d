package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An open enumeration: a string with well-known values, where any other string is kept as it is.
 *
 * @param <T> the value type
 * @since 0.1.0
 */
public final class OpenValueCodec<T> extends JsonCodec<T> {

    private final Function<String, T> make;
    private final Function<T, String> wire;
    private final Map<String, T> known = new LinkedHashMap<>();

    private OpenValueCodec(Function<String, T> make, Function<T, String> wire, List<T> known) {
        this.make = make;
        this.wire = wire;
        known.forEach(value -> this.known.put(wire.apply(value), value));
    }

    /**
     * Makes the codec.
     *
     * @param <T> the value type
     * @param make makes a value for a string that is not well known
     * @param wire gives the string of a value
     * @param known the well-known values
     * @return the codec
     */
    public static <T> OpenValueCodec<T> of(Function<String, T> make, Function<T, String> wire, List<T> known) {
        return new OpenValueCodec<>(make, wire, known);
    }

    /** {@return the strings of the well-known values, in the order of the specification} */
    public List<String> known() {
        return List.copyOf(known.keySet());
    }

    @Override
    public T read(JsonReader in) throws IOException {
        if (in.token() != JsonToken.VALUE_STRING) {
            throw in.unexpected("a string");
        }
        String text = in.parser().getText();
        T value = known.get(text);
        return value == null ? make.apply(text) : value;
    }

    @Override
    public void write(T value, JsonGenerator out) throws IOException {
        out.writeString(wire.apply(value));
    }
}
