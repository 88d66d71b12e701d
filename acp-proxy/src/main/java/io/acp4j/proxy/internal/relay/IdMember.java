package io.acp4j.proxy.internal.relay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.JsonReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A request id among the parameters of a message.
 *
 * @param id the id
 * @param at where it stands
 */
record IdMember(RequestId id, Scan.Span at) {

    /** Finds a member of the parameters that is a request id; null when there is none. */
    static @Nullable IdMember find(JsonFactory json, Scan message, String member) throws NoMessageException {
        return find(json, message.buffer, message.params, member);
    }

    /** Finds a member of an object that is a request id; null when there is none. */
    static @Nullable IdMember find(JsonFactory json, byte[] buffer, Scan.Span object, String member)
            throws NoMessageException {
        try (JsonReader in = JsonReader.over(json, buffer, object.from(), object.length())) {
            in.start();
            if (in.token() != JsonToken.START_OBJECT) {
                return null;
            }
            JsonParser parser = in.parser();
            String name;
            while ((name = parser.nextFieldName()) != null) {
                parser.nextToken();
                if (name.equals(member)) {
                    int start = in.tokenStart();
                    RequestId id = RequestId.CODEC.read(in);
                    in.skipValue();
                    return new IdMember(id, new Scan.Span(start, in.position()));
                }
                in.skipValue();
            }
            return null;
        } catch (IOException e) {
            throw new NoMessageException(ErrorCode.INVALID_PARAMS, "/params/" + member + ": not an id", null);
        }
    }
}
