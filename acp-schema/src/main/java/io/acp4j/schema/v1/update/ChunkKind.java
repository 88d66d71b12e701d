package io.acp4j.schema.v1.update;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.io.SerializedString;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.PlainBytes;
import io.acp4j.schema.v1.content.ContentBlock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One of the three kinds of message: its tag on the wire and its record. */
final class ChunkKind {

    private static final ChunkKind AGENT_MESSAGE = new ChunkKind("agent_message_chunk", AgentMessageChunk::new);
    private static final ChunkKind AGENT_THOUGHT = new ChunkKind("agent_thought_chunk", AgentThoughtChunk::new);
    private static final ChunkKind USER_MESSAGE = new ChunkKind("user_message_chunk", UserMessageChunk::new);

    private final SerializedString tag;
    private final byte[] quoted;
    private final byte[] opening;
    private final Maker maker;

    private ChunkKind(String tag, Maker maker) {
        this.tag = new SerializedString(tag);
        this.opening = (",\"update\":{\"sessionUpdate\":\"" + tag + "\",\"content\":{\"type\":\"text\",\"text\":")
                .getBytes(StandardCharsets.US_ASCII);
        this.quoted = (tag + '"').getBytes(StandardCharsets.US_ASCII);
        this.maker = maker;
    }

    /** Finds the kind that the parser's current text names; null when it names none. */
    static @Nullable ChunkKind of(JsonParser parser) throws IOException {
        if (is(parser, AGENT_MESSAGE.tag)) {
            return AGENT_MESSAGE;
        }
        if (is(parser, AGENT_THOUGHT.tag)) {
            return AGENT_THOUGHT;
        }
        return is(parser, USER_MESSAGE.tag) ? USER_MESSAGE : null;
    }

    /** Finds the kind that comes next, up to the closing quote of its tag; null when none does. */
    static @Nullable ChunkKind of(PlainBytes in) {
        if (in.pass(AGENT_MESSAGE.quoted)) {
            return AGENT_MESSAGE;
        }
        if (in.pass(AGENT_THOUGHT.quoted)) {
            return AGENT_THOUGHT;
        }
        return in.pass(USER_MESSAGE.quoted) ? USER_MESSAGE : null;
    }

    static ChunkKind of(ContentChunk chunk) {
        if (chunk instanceof AgentMessageChunk) {
            return AGENT_MESSAGE;
        }
        return chunk instanceof AgentThoughtChunk ? AGENT_THOUGHT : USER_MESSAGE;
    }

    /** What stands between the session's id and a text of this kind. */
    byte[] opening() {
        return opening;
    }

    SerializedString tag() {
        return tag;
    }

    ContentChunk chunk(ContentBlock content, @Nullable MessageId messageId, @Nullable Meta meta) {
        return maker.make(content, messageId, meta);
    }

    /** Compares the parser's current text without making a string of it. */
    static boolean is(JsonParser parser, SerializedString expected) throws IOException {
        String text = expected.getValue();
        int length = parser.getTextLength();
        if (length != text.length()) {
            return false;
        }
        char[] chars = parser.getTextCharacters();
        int offset = parser.getTextOffset();
        for (int i = 0; i < length; i++) {
            if (chars[offset + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private interface Maker {
        ContentChunk make(ContentBlock content, @Nullable MessageId messageId, @Nullable Meta meta);
    }
}
