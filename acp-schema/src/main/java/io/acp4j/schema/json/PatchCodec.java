package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** A member that is {@code null} or a value; that it is absent is the business of the object around it. */
final class PatchCodec<T> extends JsonCodec<Patch<T>> {

    private final JsonCodec<T> value;

    PatchCodec(JsonCodec<T> value) {
        this.value = value;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a codec equals itself only
    public JsonCodec<Patch<T>> in(WireVersion version) {
        JsonCodec<T> other = value.in(version);
        return other == value ? this : new PatchCodec<>(other);
    }

    @Override
    public Patch<T> read(JsonReader in) throws IOException {
        return in.token() == JsonToken.VALUE_NULL ? Patch.cleared() : Patch.of(value.read(in));
    }

    @Override
    public void write(Patch<T> patch, JsonGenerator out) throws IOException {
        if (patch instanceof Patch.Value<T> some) {
            value.write(some.value(), out);
        } else {
            out.writeNull();
        }
    }
}
