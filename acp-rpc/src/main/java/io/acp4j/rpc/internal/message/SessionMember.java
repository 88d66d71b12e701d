package io.acp4j.rpc.internal.message;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.JsonReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Finds the session that parameters of an unknown shape are about. */
final class SessionMember {

    private SessionMember() {}

    /** Reads the member {@code sessionId} of the current value; null when there is none or it is no string. */
    static @Nullable SessionId of(JsonReader in) throws IOException {
        SessionId found = null;
        if (in.token() == JsonToken.START_OBJECT) {
            JsonParser parser = in.parser();
            String name;
            while ((name = parser.nextFieldName()) != null) {
                if (parser.nextToken() == JsonToken.VALUE_STRING && name.equals("sessionId")) {
                    found = new SessionId(parser.getText());
                }
                in.skipValue();
            }
        }
        return found;
    }
}
