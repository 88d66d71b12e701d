package io.acp4j.schema.internal.text;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionNotification;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes updates with a piece of text straight as bytes. */
public final class TextUpdateWriter {

    /** Longer strings gain nothing from a short cut that reserves room for the worst case. */
    private static final int MAX_CHARS = 4 * 1024;

    /** The longest escape of a character that is one byte otherwise. */
    private static final int MAX_BYTES_OF_CHAR = 6;

    /** More than all that stands around the three strings. */
    private static final int FRAME_BYTES = 256;

    /** What stands for half a pair of surrogates in UTF-8 as Java encodes it, and for itself. */
    private static final char REPLACEMENT = '?';

    private static final byte[] SESSION = bytes("{\"sessionId\":");
    private static final byte[] CONTENT_END = bytes("}");
    private static final byte[] NEXT_MESSAGE = bytes(",\"messageId\":");
    private static final byte[] END = bytes("}}");

    private TextUpdateWriter() {}

    /**
     * Returns how much room an update takes at most.
     *
     * @param value the update
     * @param codec the codec that writes the same parameters in the general way
     * @return the number of bytes; -1 when the update is to be written in the general way
     */
    public static int room(SessionNotification value, JsonCodec<?> codec) {
        TextUpdateForm form = TextUpdateForm.of(codec);
        if (form == null) {
            return -1;
        }
        TextContent text = text(value);
        if (text == null) {
            return -1;
        }
        MessageId message = ((ContentChunk) value.update()).messageId();
        if (message == null && form.needsMessage()) {
            return -1;
        }
        long chars = (long) text.text().length()
                + value.sessionId().value().length()
                + (message == null ? 0 : message.value().length());
        return chars > MAX_CHARS ? -1 : (int) chars * MAX_BYTES_OF_CHAR + FRAME_BYTES;
    }

    /**
     * Writes an update.
     *
     * @param value an update that {@link #room} has told the room of
     * @param to has that much room
     * @param at where to begin
     * @return the index behind the last byte; -1 when the update is to be written in the general way
     */
    public static int write(SessionNotification value, byte[] to, int at) {
        ContentChunk chunk = (ContentChunk) value.update();
        MessageId message = chunk.messageId();
        int end = string(value.sessionId().value(), to, put(SESSION, to, at));
        if (end >= 0) {
            end = string(chunk.text(), to, put(ChunkKind.of(chunk).opening(), to, end));
        }
        if (end >= 0) {
            end = put(CONTENT_END, to, end);
            if (message != null) {
                end = string(message.value(), to, put(NEXT_MESSAGE, to, end));
            }
        }
        return end < 0 ? -1 : put(END, to, end);
    }

    /** The text that an update consists of besides its ids; null when there is more to it. */
    private static @Nullable TextContent text(SessionNotification value) {
        return value.meta() == null
                        && value.update() instanceof ContentChunk chunk
                        && chunk.meta() == null
                        && chunk.content() instanceof TextContent text
                        && text.annotations() == null
                        && text.meta() == null
                ? text
                : null;
    }

    /** Appends a string in quotes; -1 when it holds half a pair of surrogates. */
    private static int string(String value, byte[] to, int at) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        int length = utf8.length;
        int end = at;
        to[end++] = '"';
        int from = 0;
        int questions = 0;
        int stop;
        while ((stop = TextScanner.end(utf8, from, length, REPLACEMENT)) < length) {
            System.arraycopy(utf8, from, to, end, stop - from);
            end += stop - from;
            byte c = utf8[stop];
            if (c == REPLACEMENT) {
                // As many as the string itself has are true ones.
                questions = value.indexOf(REPLACEMENT, questions) + 1;
                if (questions == 0) {
                    return -1;
                }
                to[end++] = c;
            } else {
                end = Escapes.putEscape(c, to, end);
            }
            from = stop + 1;
        }
        System.arraycopy(utf8, from, to, end, length - from);
        end += length - from;
        to[end++] = '"';
        return end;
    }

    private static int put(byte[] json, byte[] to, int at) {
        System.arraycopy(json, 0, to, at, json.length);
        return at + json.length;
    }

    private static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }
}
