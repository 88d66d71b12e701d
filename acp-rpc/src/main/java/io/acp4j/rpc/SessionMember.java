package io.acp4j.rpc;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.RawJson;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the session that parameters of an unknown shape are about. */
final class SessionMember {

    private static final JsonCodec<Optional<SessionId>> FINDER = new JsonCodec<>() {
        @Override
        public Optional<SessionId> read(JsonReader in) throws IOException {
            if (in.token() != JsonToken.START_OBJECT) {
                in.skipValue();
                return Optional.empty();
            }
            JsonParser parser = in.parser();
            SessionId found = null;
            String name;
            while ((name = parser.nextFieldName()) != null) {
                if (parser.nextToken() == JsonToken.VALUE_STRING && name.equals("sessionId")) {
                    found = new SessionId(parser.getText());
                }
                in.skipValue();
            }
            return Optional.ofNullable(found);
        }

        @Override
        public void write(Optional<SessionId> value, JsonGenerator out) {
            throw new UnsupportedOperationException("this codec only reads");
        }
    };

    private SessionMember() {}

    /** Reads the member {@code sessionId}; null when there is none or it is no string. */
    static @Nullable SessionId of(RawJson params) throws IOException {
        return FINDER.decode(params).orElse(null);
    }
}
