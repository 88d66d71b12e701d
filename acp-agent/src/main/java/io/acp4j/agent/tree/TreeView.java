package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What can be read of one stored session and the branches of its conversation, whether the session is open or not.
 *
 * <p>Safe for use by any number of threads. Each call reads the store as it is then, and may block on it.
 *
 * <p>Methods that take a message id throw {@link BranchException} with {@link BranchException#UNKNOWN_MESSAGE} when it is
 * not one of this session, wherever else it may exist. All methods throw {@link BranchException} with {@link
 * BranchException#UNKNOWN_SESSION} once the session has been deleted, and {@link
 * io.acp4j.agent.store.SessionStoreException} when the store fails.
 *
 * @since 0.1.0
 */
public interface TreeView {

    /**
     * Returns which session this is.
     *
     * @return its id
     */
    SessionId id();

    /**
     * Returns the session as it is stored now.
     *
     * @return a snapshot
     */
    StoredSession session();

    /**
     * Returns the session with its latest settings and plan, read in one transaction. An open session returns what was read when it was
     * opened, with the changes made through it since, as long as its head has not moved.
     *
     * @return the snapshot
     * @throws BranchException with {@link BranchException#UNKNOWN_SESSION} when the session has been deleted
     */
    SessionSnapshot snapshot();

    /**
     * Returns the end of the active branch.
     *
     * @return the node; null when the branch is empty
     */
    @Nullable
    NodeRef head();

    /**
     * Returns the last message of the active branch: what the next prompt follows.
     *
     * @return its id; null when there is none
     */
    @Nullable
    MessageId headMessage();

    /**
     * Returns the active branch from its beginning to its head.
     *
     * @return all its nodes; for long conversations rather use {@link #page}
     */
    List<Node> path();

    /**
     * Returns the path from the beginning to a message.
     *
     * @param leaf the last message, on any branch of this session
     * @return all nodes up to and including it, and the summaries that were stored behind it as the last message of its branch
     */
    List<Node> path(MessageId leaf);

    /**
     * Returns the nodes of the active branch that belong to the context of the model: all nodes, or the last compaction and the nodes after
     * it. A compaction within a turn is followed by the user's message of that turn. Nodes of other branches are not included.
     *
     * @return the nodes in order
     */
    List<Node> context();

    /**
     * Returns a part of a path.
     *
     * @param query which part; a page costs the same wherever it is read from the end, and hardly more from the beginning
     * @return the part
     * @throws BranchException when the query names a message or node that is not there
     */
    NodePage page(PathQuery query);

    /**
     * Returns the messages of all branches, the inherited ones among them.
     *
     * @param cursor where the page before ended; null begins
     * @param limit how many at most, from 1 to {@value PathQuery#MAX_LIMIT}
     * @return the messages in the order in which they were stored, so that each comes after the one that it follows
     * @throws BranchException with {@link BranchException#OUT_OF_RANGE} when the cursor is none of ours
     */
    MessagePage messages(@Nullable String cursor, int limit);

    /**
     * Returns the ends of all branches: the messages without a message after them.
     *
     * @param cursor where the page before ended; null begins
     * @param limit how many at most, from 1
     * @return the leaves in the order in which they were stored
     */
    LeafPage leaves(@Nullable String cursor, int limit);

    /**
     * Returns a message on any branch of the session.
     *
     * @param message its id
     * @return the message, or its last part when it was interrupted by something else
     */
    Node find(MessageId message);

    /**
     * Returns the last node of a kind on the active branch, such as the present plan.
     *
     * @param kind the kind
     * @return the node; null when there is none
     */
    @Nullable
    Node latest(NodeKind kind);

    /**
     * Returns the labels of this session.
     *
     * @return node to label
     */
    Map<NodeRef, String> labels();

    /**
     * Returns where two branches part.
     *
     * @param left a message
     * @param right another message
     * @return the last message that they have in common, and what each has after it
     */
    Comparison compare(MessageId left, MessageId right);
}
