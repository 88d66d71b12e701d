package io.acp4j.agent.store;

import io.acp4j.schema.MessageId;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a node without its content. Immutable, like the node.
 *
 * @param ref where it is
 * @param kind what it is
 * @param messageId the id of the message; null for what is no message and no thought
 * @param depth how many messages the path to it has, itself included if it is one
 * @param sequence its number in the order in which the whole store was written
 * @param createdAt when it was written, for people: the order of nodes is that of {@code sequence}
 * @since 0.1.0
 */
public record NodeHeader(
        NodeRef ref, NodeKind kind, @Nullable MessageId messageId, int depth, long sequence, Instant createdAt) {

    /** Checks that what is required is there. */
    public NodeHeader {
        Objects.requireNonNull(ref, "ref");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(createdAt, "createdAt");
    }
}
