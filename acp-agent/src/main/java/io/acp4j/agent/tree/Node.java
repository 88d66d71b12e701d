package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeHeader;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.CompactionSummaryChunk;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One node of a conversation as it is stored: a message, a thought, a tool call, or what else happened. Immutable.
 *
 * @since 0.1.0
 */
public final class Node {

    private final NodeHeader header;
    private final int format;
    private final RawJson content;

    Node(StoredNode stored) {
        this.header = stored.header();
        this.format = stored.format();
        this.content = stored.content();
    }

    /**
     * Names the node in its store.
     *
     * @return the reference
     */
    public NodeRef ref() {
        return header.ref();
    }

    /**
     * Returns what the node is.
     *
     * @return the kind
     */
    public NodeKind kind() {
        return header.kind();
    }

    /**
     * Returns the id of the message.
     *
     * @return the id; null for what is no message, thought or summary
     */
    public @Nullable MessageId messageId() {
        return header.messageId();
    }

    /**
     * Counts the messages of the path to this node.
     *
     * @return how many, itself included if it is one; 1 for the first message
     */
    public int depth() {
        return header.depth();
    }

    /**
     * Returns when the node was stored, for people.
     *
     * @return the time by the store's clock
     */
    public Instant createdAt() {
        return header.createdAt();
    }

    /**
     * Returns what is known of the node without its content.
     *
     * @return the header
     */
    public NodeHeader header() {
        return header;
    }

    /**
     * Returns the content as session updates, with which a client is shown the node again.
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
     * @return its pieces of text, joined; empty when there are none
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
     * Returns how a turn ended.
     *
     * @return the reason; null when this is not the end of a turn
     * @throws SessionStoreException when the stored content is damaged, or in a format of a later version
     */
    public @Nullable StopReason stopReason() {
        return header.kind() == NodeKind.TURN_END
                ? NodeContent.end(header.ref(), format, content).stopReason()
                : null;
    }

    /**
     * Returns whether a turn ended because its process died, or was cut off by a fork.
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
        return other instanceof Node node
                && header.equals(node.header)
                && format == node.format
                && content.equals(node.content);
    }

    @Override
    public int hashCode() {
        return Objects.hash(header, content);
    }

    /** Names the node without its content. */
    @Override
    public String toString() {
        return header.kind() + " " + header.ref();
    }
}
