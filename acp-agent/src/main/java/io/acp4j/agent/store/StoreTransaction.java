package io.acp4j.agent.store;

import io.acp4j.schema.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be read and written in one transaction. For the thread and the call that it was given to.
 *
 * <p>Callers lock what they change, a tree before a session. A store with one writer at a time need not lock at all.
 *
 * @since 0.1.0
 */
public interface StoreTransaction extends StoreView {

    /**
     * Keeps others from forking, deleting and pruning in a tree until the transaction ends.
     *
     * @param tree the tree
     */
    void lockTree(long tree);

    /**
     * Keeps others from changing a session until the transaction ends.
     *
     * @param id its id
     * @return the session as it is now; null when there is none
     */
    @Nullable
    StoredSession lockSession(SessionId id);

    /**
     * Reserves numbers that the store has never given before; what was reserved may go unused.
     *
     * @param count how many
     * @return the first one, from 1; the others follow it
     */
    long sequence(int count);

    /**
     * Begins a tree.
     *
     * @return its id, which no tree has that exists
     */
    long newTree();

    /**
     * Removes a tree if no session belongs to it any more, and with it all that the store keeps of it. Otherwise, and when
     * there is no such tree, nothing is changed.
     *
     * @param tree the tree, locked
     */
    void releaseTree(long tree);

    /**
     * Reserves the id of a segment.
     *
     * @return an id that no segment ever had
     */
    long newSegment();

    /**
     * Stores a session under an id that none has.
     *
     * @param session the session
     * @return false when another one has the id, in which case nothing is stored
     */
    boolean insert(StoredSession session);

    /**
     * Stores a session in the place of what was stored under its id.
     *
     * @param session the session
     */
    void update(StoredSession session);

    /**
     * Removes a session and its labels. Its forks lose their {@link StoredSession#parent}, and its segments their owner.
     *
     * @param id its id
     */
    void delete(SessionId id);

    /**
     * Stores a new segment.
     *
     * @param segment the segment
     */
    void insert(Segment segment);

    /**
     * Stores a segment in the place of what was stored under its id.
     *
     * @param segment the segment
     */
    void update(Segment segment);

    /**
     * Removes a segment with its nodes and the labels on them.
     *
     * @param id its id
     */
    void deleteSegment(long id);

    /**
     * Stores nodes at places that never had any.
     *
     * @param nodes the nodes, all of one segment, in rising order of their index without a gap
     */
    void insert(List<StoredNode> nodes);

    /**
     * Removes the end of a segment, with the labels on it.
     *
     * @param segment the segment
     * @param from the first index to go
     */
    void truncate(long segment, int from);

    /**
     * Puts a label on a node, for one session.
     *
     * @param session the session
     * @param node the node
     * @param label the label; null removes it
     */
    void label(SessionId session, NodeRef node, @Nullable String label);

    /**
     * Prolongs all leases of a holder that it still has.
     *
     * @param lease whose, and until when; the token does not matter
     */
    void renew(Lease lease);
}
