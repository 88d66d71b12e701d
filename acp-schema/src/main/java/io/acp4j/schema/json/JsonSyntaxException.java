package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes that are not one well-formed JSON value, or that exceed a limit of the reader.
 *
 * <p>The message tells the byte offset and never any of the bytes.
 *
 * @since 0.1.0
 */
public final class JsonSyntaxException extends IOException {

    /** A control character, NUL included, where JSON allows none. */
    static final String CONTROL_CHARACTER = "an unescaped control character";

    private static final long serialVersionUID = 1L;

    /** What the parser says of an exceeded limit: which, how much there is, and the limit. */
    private static final Pattern LIMIT = Pattern.compile(
            "(Document nesting depth|(?:String value|Number value|Name) length) \\(\\d+\\) exceeds the maximum allowed \\((\\d+)");

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
        if (e instanceof StreamConstraintsException) {
            return new JsonSyntaxException(exceeded(String.valueOf(e.getOriginalMessage())), offset);
        }
        boolean isControl = String.valueOf(e.getOriginalMessage()).contains("((CTRL-CHAR, code");
        return new JsonSyntaxException(isControl ? CONTROL_CHARACTER : "malformed JSON", offset);
    }

    /**
     * Translates a parser failure, as {@link #of(JsonProcessingException)} does, and says exactly where a control character is:
     * parsers stand before it or behind it.
     *
     * @param e the parser's failure
     * @param source holds the bytes that were parsed
     * @param start where they start
     * @param length how many there are
     * @return what to throw instead
     */
    public static JsonSyntaxException of(JsonProcessingException e, byte[] source, int start, int length) {
        JsonSyntaxException found = of(e);
        int before = (int) found.byteOffset() - 1;
        boolean isControl = String.valueOf(found.getMessage()).startsWith(CONTROL_CHARACTER);
        return isControl && before >= 0 && before < length && isControl(source[start + before])
                ? new JsonSyntaxException(CONTROL_CHARACTER, before)
                : found;
    }

    /** Returns which limit was exceeded, by what the parser says of it: a kind, how much there is, and the limit. */
    private static String exceeded(String said) {
        Matcher limit = LIMIT.matcher(said);
        if (!limit.lookingAt()) {
            return "JSON exceeds a limit of the reader (nesting depth, string, name or number length)";
        }
        String most = " is more than the limit of " + limit.group(2);
        return switch (limit.group(1)) {
            case "Document nesting depth" -> "the nesting depth" + most;
            case "String value length" -> "the length of a string" + most;
            case "Number value length" -> "the length of a number" + most;
            default -> "the length of a name" + most;
        };
    }

    private static boolean isControl(byte each) {
        return each >= 0 && each < ' ' && each != '\t' && each != '\n' && each != '\r';
    }

    /** {@return where the fault was noticed: the offset in bytes from the start of the input, or -1 when unknown} */
    public long byteOffset() {
        return byteOffset;
    }
}
