package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.schema.MessageId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a fork ends.
 *
 * @since 0.1.0
 */
public sealed interface BranchPoint {

    /** The whole of what is settled: the head, or while a turn is running the end of the turn before. */
    BranchPoint SETTLED = new Settled();

    /** Before the first message. */
    BranchPoint EMPTY = new Empty();

    /**
     * Ends a fork with a message.
     *
     * @param id the message
     * @return the point
     */
    static AtMessage message(MessageId id) {
        return new AtMessage(id, null);
    }

    /**
     * Ends a fork before a message of the user, so that it can be put in other words.
     *
     * @param id the message
     * @return the point
     */
    static BranchPoint before(MessageId id) {
        return new Before(id);
    }

    /**
     * Ends a fork after a number of messages.
     *
     * @param messages how many
     * @return the point
     */
    static BranchPoint count(int messages) {
        return new Count(messages);
    }

    /** See {@link #SETTLED}. */
    record Settled() implements BranchPoint {}

    /** See {@link #EMPTY}. */
    record Empty() implements BranchPoint {}

    /** A point that is named by a message. */
    sealed interface OfMessage extends BranchPoint {

        /**
         * Returns the message that the fork ends with.
         *
         * @return its id
         */
        MessageId id();
    }

    /**
     * Ends with a message.
     *
     * @param id the message
     * @param kind what it is, if more than one thing has the id; null when that does not matter
     */
    record AtMessage(MessageId id, @Nullable NodeKind kind) implements OfMessage {
        /** Checks that the id is there. */
        public AtMessage {
            Objects.requireNonNull(id, "id");
        }
    }

    /**
     * Ends with a message whose id may have been lost: the one with the id if it fits, else the one that fits.
     *
     * @param id the message, as it was once called
     * @param fingerprint {@code sha256:} and the digest of the message's visible text in hexadecimal, in UTF-8
     * @param occurrence which of the messages on the active branch that fit, from 1; 0 for the only one
     */
    record Matching(MessageId id, String fingerprint, int occurrence) implements OfMessage {
        /** Checks that what is required is there. */
        public Matching {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(fingerprint, "fingerprint");
        }
    }

    /**
     * Ends before a message of the user.
     *
     * @param id the message
     */
    record Before(MessageId id) implements BranchPoint {
        /** Checks that the id is there. */
        public Before {
            Objects.requireNonNull(id, "id");
        }
    }

    /**
     * Ends after a number of messages.
     *
     * @param messages how many
     */
    record Count(int messages) implements BranchPoint {}

    /**
     * Ends with a node, such as one that a cursor names.
     *
     * @param ref the node
     */
    record AtNode(NodeRef ref) implements BranchPoint {
        /** Checks that the reference is there. */
        public AtNode {
            Objects.requireNonNull(ref, "ref");
        }
    }
}
