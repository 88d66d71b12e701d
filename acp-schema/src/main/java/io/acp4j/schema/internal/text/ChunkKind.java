package io.acp4j.schema.internal.text;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.UserMessageChunk;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The three kinds of message: their tags on the wire and their records. */
final class ChunkKind {

    private static final ChunkKind AGENT_MESSAGE =
            new ChunkKind("agent_message_chunk", (content, id) -> new AgentMessageChunk(content, id, null));
    private static final ChunkKind AGENT_THOUGHT =
            new ChunkKind("agent_thought_chunk", (content, id) -> new AgentThoughtChunk(content, id, null));
    private static final ChunkKind USER_MESSAGE =
            new ChunkKind("user_message_chunk", (content, id) -> new UserMessageChunk(content, id, null));

    private final byte[] quoted;
    private final byte[] opening;
    private final Maker maker;

    private ChunkKind(String tag, Maker maker) {
        this.maker = maker;
        this.quoted = (tag + '"').getBytes(StandardCharsets.US_ASCII);
        this.opening = (",\"update\":{\"sessionUpdate\":\"" + tag + "\",\"content\":{\"type\":\"text\",\"text\":")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Passes the rest of a tag up to its closing quote and finds the kind that it names; null when it names none. */
    static @Nullable ChunkKind next(CompactJson in) {
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

    /** Returns what stands between the session's id and a text of this kind. */
    byte[] opening() {
        return opening;
    }

    ContentChunk chunk(TextContent content, @Nullable MessageId messageId) {
        return maker.make(content, messageId);
    }

    private interface Maker {
        ContentChunk make(TextContent content, @Nullable MessageId messageId);
    }
}
