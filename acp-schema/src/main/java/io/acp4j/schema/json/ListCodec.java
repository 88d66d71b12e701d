package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Arrays, strict or leaving out what cannot be read. */
final class ListCodec<E> extends JsonCodec<List<E>> {

    private final JsonCodec<E> element;
    private final boolean skipInvalid;

    ListCodec(JsonCodec<E> element, boolean skipInvalid) {
        this.element = element;
        this.skipInvalid = skipInvalid;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a codec equals itself only
    public JsonCodec<List<E>> in(WireVersion version) {
        JsonCodec<E> other = element.in(version);
        return other == element ? this : new ListCodec<>(other, skipInvalid);
    }

    @Override
    public List<E> read(JsonReader in) throws IOException {
        if (in.token() != JsonToken.START_ARRAY) {
            throw in.unexpected("an array");
        }
        JsonParser parser = in.parser();
        List<E> elements = new ArrayList<>();
        for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
            int parent = in.depthOfParent();
            try {
                elements.add(element.read(in));
            } catch (SchemaException e) {
                if (!skipInvalid) {
                    throw e.within(index);
                }
                in.recover(parent);
                in.omit(e);
            }
        }
        return Collections.unmodifiableList(elements);
    }

    @Override
    public void write(List<E> elements, JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (E each : elements) {
            element.write(each, out);
        }
        out.writeEndArray();
    }
}
