package io.acp4j.schema.v1.update;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.PlainBytes;
import io.acp4j.schema.json.PlainSink;
import io.acp4j.schema.v1.content.TextContent;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes {@code session/update} with a piece of plain text as bytes: the shape in which agents stream.
 *
 * <p>Ids repeat from one piece to the next, so the last ones are kept and given again instead of equal new ones.
 */
final class PlainChunk {

    private static final byte[] SESSION = bytes("{\"sessionId\":");
    private static final byte[] UPDATE = bytes(",\"update\":{");
    private static final byte[] TAG = bytes("\"sessionUpdate\":\"");
    private static final byte[] CONTENT = bytes("\"content\":{");
    private static final byte[] MESSAGE = bytes("\"messageId\":");
    private static final byte[] TYPE = bytes("\"type\":\"text\"");
    private static final byte[] TEXT = bytes("\"text\":");
    private static final byte[] END = bytes("}}");
    private static final byte[] CONTENT_END = bytes("}");
    private static final byte[] NEXT_MESSAGE = bytes(",\"messageId\":");

    private @Nullable Known<SessionId> lastSession;
    private @Nullable Known<MessageId> lastMessage;

    /** An id and how it is written; one with escapes is read as if it were new each time. */
    private static final class Known<T> {

        private final T id;
        private final byte[] json;

        Known(T id, String text) {
            this.id = id;
            this.json = bytes('"' + text + '"');
        }
    }

    /** Reads a value; null when it has another shape. Any thread may call it: what it remembers is only a hint. */
    @Nullable
    SessionNotification read(byte[] json, int from, int to) {
        PlainBytes in = new PlainBytes(json, from, to);
        if (!in.pass(SESSION)) {
            return null;
        }
        Known<SessionId> session = next(in, lastSession, SessionId::new);
        if (session == null || !in.pass(UPDATE)) {
            return null;
        }
        lastSession = session;
        ContentChunk chunk = chunk(in);
        return chunk != null && in.pass(END) && in.atEnd() ? new SessionNotification(session.id, chunk, null) : null;
    }

    /** Writes a value; false when it has another shape. */
    static boolean write(SessionNotification value, PlainSink out) {
        if (value.meta() != null
                || !(value.update() instanceof ContentChunk chunk)
                || chunk.meta() != null
                || !(chunk.content() instanceof TextContent text)
                || text.annotations() != null
                || text.meta() != null) {
            return false;
        }
        out.bytes(SESSION);
        if (!out.string(value.sessionId().value())) {
            return false;
        }
        out.bytes(ChunkKind.of(chunk).opening());
        if (!out.string(text.text())) {
            return false;
        }
        out.bytes(CONTENT_END);
        MessageId message = chunk.messageId();
        if (message != null) {
            out.bytes(NEXT_MESSAGE);
            if (!out.string(message.value())) {
                return false;
            }
        }
        out.bytes(END);
        return true;
    }

    private @Nullable ContentChunk chunk(PlainBytes in) {
        ChunkKind kind = null;
        TextContent content = null;
        Known<MessageId> message = null;
        do {
            if (kind == null && in.pass(TAG)) {
                kind = ChunkKind.of(in);
                if (kind == null) {
                    return null;
                }
            } else if (content == null && in.pass(CONTENT)) {
                content = content(in);
                if (content == null) {
                    return null;
                }
            } else if (message == null && in.pass(MESSAGE)) {
                message = next(in, lastMessage, MessageId::new);
                if (message == null) {
                    return null;
                }
                lastMessage = message;
            } else {
                return null;
            }
        } while (in.pass(','));
        return kind == null || content == null ? null : kind.chunk(content, message == null ? null : message.id, null);
    }

    private static @Nullable TextContent content(PlainBytes in) {
        String text = null;
        boolean typed = in.pass(TYPE);
        if (typed && !in.pass(',')) {
            return null;
        }
        if (in.pass(TEXT)) {
            text = in.string();
        }
        if (!typed && !(in.pass(',') && in.pass(TYPE))) {
            return null;
        }
        return text != null && in.pass('}') ? TextContent.of(text) : null;
    }

    /** Reads an id, most often the last one again; null when it is not a plain string. */
    private static <T> @Nullable Known<T> next(PlainBytes in, @Nullable Known<T> last, Function<String, T> maker) {
        if (last != null && in.pass(last.json)) {
            return last;
        }
        String id = in.string();
        return id == null ? null : new Known<>(maker.apply(id), id);
    }

    private static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }
}
