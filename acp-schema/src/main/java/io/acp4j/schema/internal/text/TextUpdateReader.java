package io.acp4j.schema.internal.text;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.update.SessionNotification;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads updates with a piece of text straight from their bytes.
 *
 * <p>From one piece to the next, nearly always all but the text repeats. So that is kept as it was written, and compared as a whole: the
 * same bytes around another text mean the same. That is also little code on the way that nearly all updates take, for a compiler that
 * else takes longer for it than a short program lives. Each connection has a reader of its own, which one thread uses at a time.
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
    private @Nullable KnownUpdate last;

    /** Where the text of the update that is being read starts and ends, with its quotes. */
    private int textFrom;

    private int textTo;

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

    /** An update but for its text, and how it was written up to the text and from there. */
    private static final class KnownUpdate {

        private final byte[] before;
        private final byte[] behind;
        private final SessionId session;
        private final ChunkKind kind;
        private final @Nullable MessageId message;

        private KnownUpdate(
                byte[] before, byte[] behind, SessionId session, ChunkKind kind, @Nullable MessageId message) {
            this.before = before;
            this.behind = behind;
            this.session = session;
            this.kind = kind;
            this.message = message;
        }

        private SessionNotification with(String text) {
            return new SessionNotification(session, kind.chunk(TextContent.of(text), message), null);
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
            KnownUpdate known = last;
            if (known != null && in.pass(known.before)) {
                String text = in.string();
                if (text != null && in.pass(known.behind) && in.atEnd()) {
                    return known.with(text);
                }
                in.start(json, from, to);
            }
            return notification(from);
        } finally {
            in.finish();
        }
    }

    private @Nullable SessionNotification notification(int from) {
        if (!in.pass(SESSION)) {
            return null;
        }
        String session = in.string();
        if (session == null || !in.pass(UPDATE)) {
            return null;
        }
        return chunk(from, session);
    }

    private @Nullable SessionNotification chunk(int from, String session) {
        ChunkKind kind = null;
        String text = null;
        String message = null;
        do {
            if (kind == null && in.pass(TAG)) {
                kind = ChunkKind.next(in);
                if (kind == null) {
                    return null;
                }
            } else if (text == null && in.pass(CONTENT)) {
                text = content();
                if (text == null) {
                    return null;
                }
            } else if (message == null && in.pass(MESSAGE)) {
                message = in.string();
                if (message == null) {
                    return null;
                }
            } else {
                return null;
            }
        } while (in.pass(','));
        if (kind == null || text == null || (message == null && needsMessage) || !in.pass(END) || !in.atEnd()) {
            return null;
        }
        KnownUpdate update = new KnownUpdate(
                in.range(from, textFrom),
                in.range(textTo, in.position()),
                new SessionId(session),
                kind,
                message == null ? null : new MessageId(message));
        last = update;
        return update.with(text);
    }

    private @Nullable String content() {
        String text = null;
        boolean typed = in.pass(TYPE);
        if (typed && !in.pass(',')) {
            return null;
        }
        if (in.pass(TEXT)) {
            textFrom = in.position();
            text = in.string();
            textTo = in.position();
        }
        if (!typed && !(in.pass(',') && in.pass(TYPE))) {
            return null;
        }
        return text != null && in.pass('}') ? text : null;
    }

    private static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }
}
