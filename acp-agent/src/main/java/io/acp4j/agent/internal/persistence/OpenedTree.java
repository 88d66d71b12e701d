package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.tree.SessionTree;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tree of a session that was opened, and how it was opened.
 *
 * @param tree the tree
 * @param token the token of the lease in the store when it was opened
 * @param isWritable false if it could only be opened for reading
 */
record OpenedTree(SessionTree tree, long token, boolean isWritable) {

    private static final Logger LOG = LoggerFactory.getLogger(OpenedTree.class);

    /** Opens a session for writing. */
    static OpenedTree open(Supplier<SessionTree> opening, SessionTree.Handover handover) {
        SessionTree tree = opening.get();
        tree.onHandover(handover);
        return new OpenedTree(tree, leaseToken(tree), true);
    }

    /**
     * Opens a session for writing, or for reading when the store cannot be written.
     *
     * @param readable opens the session for reading, or throws its argument
     */
    static OpenedTree open(
            Supplier<SessionTree> opening,
            Function<SessionStoreException.UnwritableException, SessionTree> readable,
            SessionTree.Handover handover) {
        try {
            return open(opening, handover);
        } catch (SessionStoreException.UnwritableException e) {
            SessionTree tree = readable.apply(e);
            LOG.warn("session {} is opened for reading only: {}", tree.id(), e.getMessage());
            return new OpenedTree(tree, leaseToken(tree), false);
        }
    }

    private static long leaseToken(SessionTree opened) {
        return opened.snapshot().session().lease().token();
    }

    /** Returns true if no other process had the session before it was opened next. */
    boolean isDirectlyBefore(OpenedTree next) {
        return next.token == (next.isWritable ? token + 1 : token);
    }
}
