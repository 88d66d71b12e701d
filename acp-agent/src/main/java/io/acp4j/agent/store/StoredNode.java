package io.acp4j.agent.store;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.json.RawJson;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node with its content. Immutable.
 *
 * @param header what it is
 * @param format the {@link StoredFormat} of the content
 * @param content what it holds: for most kinds an array of session updates; a store keeps it byte for byte
 * @since 0.1.0
 */
public record StoredNode(Header header, int format, RawJson content) {

    /** Checks that what is required is there. */
    public StoredNode {
        Objects.requireNonNull(header, "header");
        Objects.requireNonNull(content, "content");
    }

    /**
     * The properties of a node without its content. Immutable.
     *
     * @param ref the reference of the node
     * @param kind the kind of the node
     * @param messageId the ID of the message; null unless the node is a message or a thought
     * @param depth the number of messages on the path to the node, including the node itself
     * @param sequence the number of the node in the order in which the whole store was written
     * @param createdAt the time at which the node was stored, for display; {@code sequence} determines the order
     * @since 0.1.0
     */
    public record Header(
            NodeRef ref, NodeKind kind, @Nullable MessageId messageId, int depth, long sequence, Instant createdAt) {

        /** Checks that the required values are present. */
        public Header {
            Objects.requireNonNull(ref, "ref");
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(createdAt, "createdAt");
        }
    }
}
