package io.acp4j.schema;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import java.io.IOException;

/** An id of version 2, where only the response to what could not be read has none. */
final class NonNullRequestId {

    static final JsonCodec<RequestId> CODEC = new JsonCodec<>() {
        @Override
        public RequestId read(JsonReader in) throws IOException {
            if (in.token() == JsonToken.VALUE_NULL) {
                throw in.unexpected("a string or a whole number");
            }
            return RequestId.CODEC.read(in);
        }

        @Override
        public void write(RequestId value, JsonGenerator out) throws IOException {
            if (value instanceof RequestId.Null) {
                throw new IllegalArgumentException("a request of version 2 has an id");
            }
            RequestId.CODEC.write(value, out);
        }
    };

    private NonNullRequestId() {}
}
