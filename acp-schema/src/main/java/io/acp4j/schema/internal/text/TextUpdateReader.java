package io.acp4j.schema.internal.text;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionNotification;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads updates with a piece of text straight from their bytes.
 *
 * <p>Ids repeat from one piece to the next, so the last ones are kept and used again instead of equal new ones. Each connection
 * has a reader of its own, which one thread uses at a time.
 */
public final class TextUpdateReader {

    private static final byte[] SESSION = bytes("{\"sessionId\":");
    private static final byte[] UPDATE = bytes(",\"update\":{");
    private static final byte[] TAG = bytes("\"sessionUpdate\":\"");
    private static final byte[] CONTENT = bytes("\"content\":{");
    private static final byte[] MESSAGE = bytes("\"messageId\":");
    private static final byte[] TYPE = bytes("\"type\":\"text\"");
    private static final byte[] TEXT = bytes("\"text\":");
    private static final byte[] END = bytes("}}");

    private final CompactJson in = new CompactJson();
    private final boolean needsMessage;
    private @Nullable Known<SessionId> lastSession;
    private @Nullable Known<MessageId> lastMessage;

    private TextUpdateReader(TextUpdateForm form) {
        this.needsMessage = form.needsMessage();
    }

    /**
     * Returns a reader that remembers nothing.
     *
     * @param codec the codec that reads the same parameters in the general way
     * @return the reader; null when the codec is one of something else than updates
     */
    public static @Nullable TextUpdateReader of(JsonCodec<?> codec) {
        TextUpdateForm form = TextUpdateForm.of(codec);
        return form == null ? null : new TextUpdateReader(form);
    }

    /** An id and how it was written. */
    private static final class Known<T> {

        private final T id;
        private final byte[] json;

        private Known(T id, byte[] json) {
            this.id = id;
            this.json = json;
        }
    }

    /**
     * Reads an update.
     *
     * @param json holds the UTF-8 JSON
     * @param from where the value starts
     * @param to where it ends
     * @return the update; null when it is to be read in the general way
     */
    public @Nullable SessionNotification read(byte[] json, int from, int to) {
        in.start(json, from, to);
        try {
            return notification();
        } finally {
            in.finish();
        }
    }

    private @Nullable SessionNotification notification() {
        if (!in.pass(SESSION)) {
            return null;
        }
        Known<SessionId> session = session();
        if (session == null || !in.pass(UPDATE)) {
            return null;
        }
        ContentChunk chunk = chunk();
        return chunk != null && in.pass(END) && in.atEnd() ? new SessionNotification(session.id, chunk, null) : null;
    }

    private @Nullable ContentChunk chunk() {
        ChunkKind kind = null;
        TextContent content = null;
        Known<MessageId> message = null;
        do {
            if (kind == null && in.pass(TAG)) {
                kind = ChunkKind.next(in);
                if (kind == null) {
                    return null;
                }
            } else if (content == null && in.pass(CONTENT)) {
                content = content();
                if (content == null) {
                    return null;
                }
            } else if (message == null && in.pass(MESSAGE)) {
                message = message();
                if (message == null) {
                    return null;
                }
            } else {
                return null;
            }
        } while (in.pass(','));
        if (kind == null || content == null || (message == null && needsMessage)) {
            return null;
        }
        return kind.chunk(content, message == null ? null : message.id);
    }

    private @Nullable TextContent content() {
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

    private @Nullable Known<SessionId> session() {
        Known<SessionId> last = lastSession;
        if (last != null && in.pass(last.json)) {
            return last;
        }
        int from = in.position();
        String id = in.string();
        if (id == null) {
            return null;
        }
        Known<SessionId> next = new Known<>(new SessionId(id), in.since(from));
        lastSession = next;
        return next;
    }

    private @Nullable Known<MessageId> message() {
        Known<MessageId> last = lastMessage;
        if (last != null && in.pass(last.json)) {
            return last;
        }
        int from = in.position();
        String id = in.string();
        if (id == null) {
            return null;
        }
        Known<MessageId> next = new Known<>(new MessageId(id), in.since(from));
        lastMessage = next;
        return next;
    }

    private static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }
}
