package io.acp4j.transport.ws.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What a client has sent first: over a network it has to be the request {@code initialize}. */
enum FirstMessage {
    /** The request {@code initialize}. */
    INITIALIZE,
    /** Another message. */
    OTHER,
    /** Nothing that could be a message. */
    UNREADABLE;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
            .build();

    static FirstMessage of(byte[] bytes, int offset, int length) {
        boolean initialize = false;
        boolean hasId = false;
        try (JsonParser in = FACTORY.createParser(bytes, offset, length)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return UNREADABLE;
            }
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                JsonToken value = in.nextToken();
                if (name.equals("method")) {
                    initialize = value == JsonToken.VALUE_STRING && in.getText().equals("initialize");
                }
                hasId |= name.equals("id");
                in.skipChildren();
            }
            return initialize && hasId ? INITIALIZE : OTHER;
        } catch (JsonProcessingException e) {
            return UNREADABLE;
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }
}
