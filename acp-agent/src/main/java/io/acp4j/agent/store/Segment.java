package io.acp4j.agent.store;

import io.acp4j.schema.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * A run of nodes that one session added one after the other.
 *
 * @param id its id, unique in the store, from 1
 * @param tree the tree that it belongs to
 * @param parent the node that its first node follows; null when that one begins the conversation
 * @param owner the session that writes to it; null once that is deleted and others still reach the nodes
 * @param length how many nodes were ever written to it, at least as many as there are: the next one's index
 * @param lastMessage the index of its last message; -1 when it has none
 * @param lastSequence the sequence number of that message; 0 when it has none
 * @param hasMessages whether a message is in it, or in a segment of the same owner below it
 * @since 0.1.0
 */
public record Segment(
        long id,
        long tree,
        @Nullable NodeRef parent,
        @Nullable SessionId owner,
        int length,
        int lastMessage,
        long lastSequence,
        boolean hasMessages) {

    /** The value of {@link #lastMessage} when there is none. */
    public static final int NO_MESSAGE = -1;

    /**
     * Begins an empty one.
     *
     * @param id its id
     * @param tree the tree
     * @param parent what it hangs on; null at the beginning of a conversation
     * @param owner who writes to it
     * @return the segment
     */
    public static Segment empty(long id, long tree, @Nullable NodeRef parent, SessionId owner) {
        return new Segment(id, tree, parent, owner, 0, NO_MESSAGE, 0, false);
    }
}
