package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionSummaryChunk;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a stored conversation: a message, a thought, a tool call or another event. Immutable. The entries of a session and its
 * forks are the nodes of a tree.
 *
 * @since 0.1.0
 */
public final class HistoryEntry {

    private final StoredNode.Header header;
    private final int format;
    private final RawJson content;

    HistoryEntry(StoredNode stored) {
        this.header = stored.header();
        this.format = stored.format();
        this.content = stored.content();
    }

    /**
     * Returns the reference of the entry in its store.
     *
     * @return the reference
     */
    public NodeRef ref() {
        return header.ref();
    }

    /**
     * Returns the kind of the entry.
     *
     * @return the kind
     */
    public NodeKind kind() {
        return header.kind();
    }

    /**
     * Returns the author of a message or thought.
     *
     * @return {@link BranchRole#USER}, {@link BranchRole#AGENT} or {@link BranchRole#THOUGHT}; null for all other kinds of entries. A
     *     summary of another branch is a message of the agent
     */
    public @Nullable BranchRole role() {
        return switch (header.kind()) {
            case USER -> BranchRole.USER;
            case AGENT, SUMMARY -> BranchRole.AGENT;
            case THOUGHT -> BranchRole.THOUGHT;
            default -> null;
        };
    }

    /**
     * Returns the ID of the message or thought.
     *
     * @return the ID; null for all other kinds of entries
     */
    public @Nullable MessageId messageId() {
        return header.messageId();
    }

    /**
     * Returns the number of messages on the path to this entry, including the entry itself.
     *
     * @return the number; 1 for the first message
     */
    public int depth() {
        return header.depth();
    }

    /**
     * Returns the time at which the entry was stored, for display.
     *
     * @return the time of the store's clock
     */
    public Instant createdAt() {
        return header.createdAt();
    }

    /**
     * Returns the properties of the entry without its content.
     *
     * @return the header
     */
    public StoredNode.Header header() {
        return header;
    }

    /**
     * Returns the content as session updates, in the form in which clients receive it.
     *
     * @return the updates in order; empty for the end of a turn
     * @throws SessionStoreException when the stored content is damaged, or in a format of a later version
     */
    public List<SessionUpdate> updates() {
        return header.kind() == NodeKind.TURN_END ? List.of() : NodeContent.updates(header.ref(), format, content);
    }

    /**
     * Returns the content blocks of a message, thought, summary or compaction.
     *
     * @return the blocks in order; for a compaction, the blocks of its summary
     * @throws SessionStoreException when the stored content is damaged, or in a format of a later version
     */
    public List<ContentBlock> content() {
        List<ContentBlock> content = new ArrayList<>();
        for (SessionUpdate update : updates()) {
            if (update instanceof ContentChunk chunk) {
                content.add(chunk.content());
            } else if (update instanceof CompactionSummaryChunk chunk) {
                content.add(chunk.content());
            } else if (update instanceof CompactionUpdate compaction
                    && !compaction.summary().isUnchanged()) {
                content.clear();
                content.addAll(Objects.requireNonNullElse(compaction.summary().value(), List.of()));
            }
        }
        return List.copyOf(content);
    }

    /**
     * Returns the text of a message, thought, summary or compaction.
     *
     * @return the blocks of text, joined without separator; empty without text
     * @throws SessionStoreException when the stored content is damaged, or in a format of a later version
     */
    public String text() {
        return content().stream()
                .filter(TextContent.class::isInstance)
                .map(block -> ((TextContent) block).text())
                .collect(Collectors.joining());
    }

    /**
     * Returns the size of the stored content.
     *
     * @return the number of bytes of JSON
     */
    public int size() {
        return content.length();
    }

    /**
     * Returns the stop reason of a turn.
     *
     * @return the reason; null unless the entry is the end of a turn
     * @throws SessionStoreException when the stored content is damaged, or in a format of a later version
     */
    public @Nullable StopReason stopReason() {
        return header.kind() == NodeKind.TURN_END
                ? NodeContent.end(header.ref(), format, content).stopReason()
                : null;
    }

    /**
     * Returns whether the entry ends an interrupted turn: its process died, or a fork cut it off.
     *
     * @return true for such an end of a turn
     * @throws SessionStoreException when the stored content is damaged, or in a format of a later version
     */
    public boolean isInterruption() {
        return header.kind() == NodeKind.TURN_END
                && NodeContent.end(header.ref(), format, content).interrupted();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HistoryEntry entry
                && header.equals(entry.header)
                && format == entry.format
                && content.equals(entry.content);
    }

    @Override
    public int hashCode() {
        return Objects.hash(header, content);
    }

    /** Returns the kind and the reference. */
    @Override
    public String toString() {
        return header.kind() + " " + header.ref();
    }

    /**
     * An entry to store.
     *
     * @param kind the kind of the entry; the end of a turn is stored by {@link SessionTree#endTurn} instead
     * @param messageId the ID of the message; required for messages, thoughts and summaries, null for all other kinds
     * @param updates the content, in the form in which clients receive it
     * @since 0.1.0
     */
    public record Draft(NodeKind kind, @Nullable MessageId messageId, List<SessionUpdate> updates) {

        /** Checks that the ID is present if the kind requires one, and copies the list. */
        public Draft {
            Objects.requireNonNull(kind, "kind");
            updates = List.copyOf(updates);
            if (kind == NodeKind.TURN_END) {
                throw new IllegalArgumentException("a draft must not be the end of a turn; use SessionTree.endTurn");
            }
            if (needsId(kind) != (messageId != null)) {
                throw new IllegalArgumentException(
                        kind + (messageId == null ? " requires a message ID" : " must not have a message ID"));
            }
        }

        private static boolean needsId(NodeKind kind) {
            return kind.isMessage() || kind == NodeKind.THOUGHT;
        }

        /**
         * Creates a message of the user.
         *
         * @param id the ID of the message
         * @param content the content blocks
         * @return the entry to store
         */
        public static Draft user(MessageId id, List<ContentBlock> content) {
            return new Draft(
                    NodeKind.USER,
                    id,
                    content.stream()
                            .<SessionUpdate>map(block -> new UserMessageChunk(block, id, null))
                            .toList());
        }

        /**
         * Creates a message of the user.
         *
         * @param id the ID of the message
         * @param text the text
         * @return the entry to store
         */
        public static Draft user(MessageId id, String text) {
            return user(id, List.of(TextContent.of(text)));
        }

        /**
         * Creates a message of the agent.
         *
         * @param id the ID of the message
         * @param content the content blocks
         * @return the entry to store
         */
        public static Draft agent(MessageId id, List<ContentBlock> content) {
            return new Draft(
                    NodeKind.AGENT,
                    id,
                    content.stream()
                            .<SessionUpdate>map(block -> new AgentMessageChunk(block, id, null))
                            .toList());
        }

        /**
         * Creates a message of the agent.
         *
         * @param id the ID of the message
         * @param text the text
         * @return the entry to store
         */
        public static Draft agent(MessageId id, String text) {
            return agent(id, List.of(TextContent.of(text)));
        }

        /**
         * Creates a thought of the agent.
         *
         * @param id the ID of the message
         * @param text the text
         * @return the entry to store
         */
        public static Draft thought(MessageId id, String text) {
            return new Draft(NodeKind.THOUGHT, id, List.of(new AgentThoughtChunk(TextContent.of(text), id, null)));
        }

        /**
         * Creates an entry from an update that is not a chunk of a message.
         *
         * @param update the update
         * @return the entry to store
         * @throws IllegalArgumentException if the update is a chunk; use {@link #user}, {@link #agent} or {@link #thought} for its message
         */
        public static Draft of(SessionUpdate update) {
            return new Draft(kindOf(update), null, List.of(update));
        }

        private static NodeKind kindOf(SessionUpdate update) {
            if (update instanceof ToolCall || update instanceof ToolCallUpdate) {
                return NodeKind.TOOL;
            }
            if (update instanceof Plan) {
                return NodeKind.PLAN;
            }
            if (update instanceof CurrentModeUpdate) {
                return NodeKind.MODE;
            }
            if (update instanceof ConfigOptionUpdate) {
                return NodeKind.CONFIG;
            }
            if (update instanceof CompactionUpdate compaction
                    && compaction.status().equals(CompactionStatus.COMPLETED)) {
                return NodeKind.COMPACTION;
            }
            if (update instanceof UserMessageChunk
                    || update instanceof AgentMessageChunk
                    || update instanceof AgentThoughtChunk) {
                throw new IllegalArgumentException("a chunk is a part of a message; use user, agent or thought");
            }
            return NodeKind.OTHER;
        }
    }
}
