package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;

/**
 * Bytes that are not one well-formed JSON value, or that exceed a limit of the reader.
 *
 * <p>The message tells the byte offset and never any of the bytes.
 *
 * @since 0.1.0
 */
public final class JsonSyntaxException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Where the fault was noticed. */
    private final long byteOffset;

    /**
     * Creates the exception.
     *
     * @param problem what is wrong, without any content
     * @param byteOffset where it was noticed, counted in bytes from the start of the input; -1 when unknown
     */
    public JsonSyntaxException(String problem, long byteOffset) {
        super(byteOffset < 0 ? problem : problem + " at byte " + byteOffset);
        this.byteOffset = byteOffset;
    }

    /**
     * Translates a parser failure; the parser's own message is dropped, because it quotes the input.
     *
     * @param e the parser's failure
     * @return what to throw instead
     */
    public static JsonSyntaxException of(JsonProcessingException e) {
        JsonLocation location = e.getLocation();
        long offset = location == null ? -1 : location.getByteOffset();
        String problem = e instanceof StreamConstraintsException
                ? "JSON exceeds a limit of the reader (nesting depth, string, name or number length)"
                : "malformed JSON";
        return new JsonSyntaxException(problem, offset);
    }

    /**
     * Tells where the fault was noticed.
     *
     * @return the offset in bytes from the start of the input, or -1 when unknown
     */
    public long byteOffset() {
        return byteOffset;
    }
}
