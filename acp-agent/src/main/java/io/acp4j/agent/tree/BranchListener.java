package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeRef;
import io.acp4j.schema.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hears of each message once it is stored, and can read the branch that it is on: the place to derive data from
 * conversations, such as tasks, which must not mix branches.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface BranchListener {

    /**
     * Takes a message. Called on the thread that stored it, after that is durable and in the order of the session; what it
     * throws is logged.
     *
     * @param branch the branch, ending with the message
     */
    void stored(Branch branch);

    /** The path from the beginning to one message. */
    interface Branch {

        /**
         * Names the session that stored the message.
         *
         * @return its id
         */
        SessionId session();

        /**
         * Returns the message.
         *
         * @return the last node of the branch
         */
        HistoryEntry message();

        /**
         * Reads the branch; never a message of another one.
         *
         * @return all its nodes in order
         */
        List<HistoryEntry> path();

        /**
         * Reads the end of the branch.
         *
         * @param limit how many nodes at most
         * @return the last nodes in order
         */
        List<HistoryEntry> last(int limit);

        /**
         * Names the node that the message follows, by which results derived from that can be found again.
         *
         * @return the node; null when the message begins the conversation
         */
        @Nullable
        NodeRef parent();
    }
}
