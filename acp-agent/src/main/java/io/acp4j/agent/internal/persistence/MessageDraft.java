package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.internal.patch.MetaPatches;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThought;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessage;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.ArrayList;
import java.util.List;

/** Puts the chunks of one message together: plain text that follows plain text becomes one chunk. */
public final class MessageDraft {

    /** The most characters of a joined chunk, so that a replay sends no huge frames; a longer piece stays whole. */
    private static final int MAX_JOINED = 64 * 1024;

    /** From how many characters on a message is stored in parts. */
    private static final int FULL = 4 * 1024 * 1024;

    private final NodeKind kind;
    private final MessageId id;
    private final List<SessionUpdate> pieces = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private Patch<Meta> meta = Patch.unchanged();
    private int length;

    MessageDraft(NodeKind kind, MessageId id) {
        this.kind = kind;
        this.id = id;
    }

    static NodeKind kindOf(ContentChunk chunk) {
        if (chunk instanceof UserMessageChunk) {
            return NodeKind.USER;
        }
        return chunk instanceof AgentThoughtChunk ? NodeKind.THOUGHT : NodeKind.AGENT;
    }

    boolean isOf(NodeKind otherKind, MessageId otherId) {
        return kind == otherKind && id.equals(otherId);
    }

    /** Returns whether what there is should be stored before more is added. */
    boolean isFull() {
        return length >= FULL;
    }

    void add(ContentChunk chunk) {
        length += chunk.text().length();
        if (chunk.meta() == null
                && chunk.content() instanceof TextContent plain
                && plain.annotations() == null
                && plain.meta() == null) {
            if (text.length() + plain.text().length() > MAX_JOINED) {
                flush();
            }
            text.append(plain.text());
        } else {
            flush();
            pieces.add(chunk);
        }
    }

    /** Takes what an update of the message as a whole says: content in place of all before, and a patch of its extra data. */
    void add(Patch<List<ContentBlock>> content, Patch<Meta> more) {
        if (!content.isUnchanged()) {
            pieces.removeIf(ContentChunk.class::isInstance);
            text.setLength(0);
            length = 0;
            List<ContentBlock> blocks = content.value();
            (blocks == null ? List.<ContentBlock>of() : blocks).forEach(block -> add(chunk(block)));
        }
        Patch<Meta> both = MetaPatches.merged(meta, more);
        if (both == null) {
            pieces.add(ofMeta());
        }
        meta = both == null ? more : both;
    }

    private SessionUpdate ofMeta() {
        return switch (kind) {
            case USER -> new UserMessage(id, Patch.unchanged(), meta);
            case THOUGHT -> new AgentThought(id, Patch.unchanged(), meta);
            default -> new AgentMessage(id, Patch.unchanged(), meta);
        };
    }

    /** Returns what has been sent of the message, to which more is added after this. */
    List<SessionUpdate> sent() {
        List<SessionUpdate> sent = new ArrayList<>(pieces);
        if (text.length() > 0) {
            sent.add(chunk(TextContent.of(text.toString())));
        }
        if (sent.isEmpty() || !meta.isUnchanged()) {
            sent.add(ofMeta());
        }
        return sent;
    }

    /** Returns the message as it is stored; nothing is added to it after this. */
    HistoryEntry.Draft seal() {
        return new HistoryEntry.Draft(kind, id, sent());
    }

    private void flush() {
        if (text.length() > 0) {
            pieces.add(chunk(TextContent.of(text.toString())));
            text.setLength(0);
        }
    }

    private ContentChunk chunk(ContentBlock content) {
        return switch (kind) {
            case USER -> new UserMessageChunk(content, id, null);
            case THOUGHT -> new AgentThoughtChunk(content, id, null);
            default -> new AgentMessageChunk(content, id, null);
        };
    }
}
