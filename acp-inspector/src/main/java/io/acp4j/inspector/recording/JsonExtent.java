package io.acp4j.inspector.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Finds the end of a JSON object or array in text that is added line by line. Damaged JSON is detected at its first wrong token. */
final class JsonExtent implements AutoCloseable {

    /** The state of the JSON so far. */
    enum State {
        INCOMPLETE,
        COMPLETE,
        INVALID
    }

    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final JsonParser parser;
    private int depth;
    private long fed;
    private int end;

    JsonExtent() {
        try {
            parser = JSON.createNonBlockingByteArrayParser();
        } catch (IOException e) {
            throw new UncheckedIOException("a parser without input reads nothing", e);
        }
    }

    /** Adds text, which starts with the object or array if it is the first. */
    State add(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        try {
            ((ByteArrayFeeder) parser.getNonBlockingInputFeeder()).feedInput(bytes, 0, bytes.length);
            JsonToken token = parser.nextToken();
            while (token != null && token != JsonToken.NOT_AVAILABLE) {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (depth == 0) {
                    int read = (int) (parser.currentLocation().getByteOffset() - fed);
                    end = new String(bytes, 0, Math.min(bytes.length, Math.max(0, read)), UTF_8).length();
                    return State.COMPLETE;
                }
                token = parser.nextToken();
            }
        } catch (JsonProcessingException e) {
            return State.INVALID;
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory does not fail", e);
        }
        fed += bytes.length;
        return State.INCOMPLETE;
    }

    /** Returns the end of the complete JSON in the text that was added last. */
    int end() {
        return end;
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a parser without a source closes nothing", e);
        }
    }
}
