package io.acp4j.agent.tree;

import io.acp4j.agent.store.Attribute;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.prompt.StopReason;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One session that is open for writing here and nowhere else, and the branches of its conversation.
 *
 * <p>Safe for use by any number of threads; changes are made one after the other. Each call reads or writes the store and
 * may block on it. When a call that changes something returns, the change is as durable as the store makes it.
 *
 * <p>Methods that take a message id throw {@link BranchException} with {@link BranchException#UNKNOWN_MESSAGE} when it is
 * not one of this session, wherever else it may exist. All methods throw {@link BranchException} with {@link
 * BranchException#TAKEN_OVER} once the session has been opened again elsewhere, and {@link
 * io.acp4j.agent.store.SessionStoreException} when the store fails.
 *
 * @since 0.1.0
 */
public interface SessionTree extends AutoCloseable {

    /**
     * Names the session.
     *
     * @return its id
     */
    SessionId id();

    /**
     * Gives the session as it is stored now.
     *
     * @return a snapshot
     */
    StoredSession session();

    /**
     * Stores nodes behind the head, which moves to the last of them.
     *
     * @param nodes the nodes in order; none is no change
     * @return them as they are stored
     * @throws BranchException with {@link BranchException#DUPLICATE_MESSAGE} when the session has another message of the
     *     same kind and id; one that the running turn has begun is continued instead
     */
    List<Node> append(List<NewNode> nodes);

    /**
     * Stores one node wherever the session can see, which begins a branch unless that is the head; the head moves to it.
     *
     * @param node the node
     * @param options where, and for which version
     * @return it as it is stored
     * @throws BranchException with {@link BranchException#CONFLICT} when the session has another version by now, {@link
     *     BranchException#TURN_IN_PROGRESS} when it would leave the branch of the running turn, {@link
     *     BranchException#SECOND_ROOT} when it would begin the conversation anew and the agent has not allowed that
     */
    Node append(NewNode node, AppendOptions options);

    /**
     * Begins a turn with what the user said. Until it ends, forks of the whole session get what was there before it.
     *
     * @param prompt the user's message
     * @return it as it is stored
     * @throws BranchException with {@link BranchException#TURN_IN_PROGRESS} when one is running
     */
    Node beginTurn(NewNode prompt);

    /**
     * Ends the turn.
     *
     * @param rest what else belongs to it
     * @param reason how it ended
     * @return the end of the turn
     * @throws BranchException with {@link BranchException#NO_TURN} when none is running
     */
    Node endTurn(List<NewNode> rest, StopReason reason);

    /**
     * Says which message is being sent, so that forks at it are refused for the right reason.
     *
     * @param message the message that is not stored yet; null when there is none
     */
    void sending(@Nullable MessageId message);

    /**
     * Gives the end of the active branch.
     *
     * @return the node; null when the branch is empty
     */
    @Nullable
    NodeRef head();

    /**
     * Gives the last message of the active branch: what the next prompt follows.
     *
     * @return its id; null when there is none
     */
    @Nullable
    MessageId headMessage();

    /**
     * Reads the active branch from its beginning to its head.
     *
     * @return all its nodes; for long conversations rather use {@link #page}
     */
    List<Node> path();

    /**
     * Reads from the beginning to a message.
     *
     * @param leaf the last message, on any branch of this session
     * @return all nodes up to and including it
     */
    List<Node> path(MessageId leaf);

    /**
     * Reads what the model is to see of the active branch: all of it, or what is left of it since the last compaction, that
     * included. Nothing of other branches is in it.
     *
     * @return the nodes in order
     */
    List<Node> context();

    /**
     * Reads a part of a path.
     *
     * @param query which part; a page costs the same wherever it is read from the end, and hardly more from the beginning
     * @return the part
     * @throws BranchException when the query names a message or node that is not there
     */
    NodePage page(PathQuery query);

    /**
     * Lists the messages of all branches, the inherited ones among them.
     *
     * @param cursor where the page before ended; null begins
     * @param limit how many at most, from 1 to {@value PathQuery#MAX_LIMIT}
     * @return the messages in the order in which they were stored, so that each comes after the one that it follows
     * @throws BranchException with {@link BranchException#OUT_OF_RANGE} when the cursor is none of ours
     */
    MessagePage messages(@Nullable String cursor, int limit);

    /**
     * Lists the ends of all branches: the messages without a message after them.
     *
     * @param cursor where the page before ended; null begins
     * @param limit how many at most, from 1
     * @return the leaves in the order in which they were stored
     */
    LeafPage leaves(@Nullable String cursor, int limit);

    /**
     * Finds a message on any branch of the session.
     *
     * @param message its id
     * @return the message, or its last part when it was interrupted by something else
     */
    Node find(MessageId message);

    /**
     * Finds the last node of a kind on the active branch, such as the present plan.
     *
     * @param kind the kind
     * @return the node; null when there is none
     */
    @Nullable
    Node latest(NodeKind kind);

    /**
     * Moves the head to another message: the next turn goes on from there. At a message of the user it moves before that,
     * and gives its text for the editor.
     *
     * @param message the message
     * @return where the head is now, and the text
     * @throws BranchException with {@link BranchException#TURN_IN_PROGRESS} when a turn is running
     */
    Navigation navigate(MessageId message);

    /**
     * Names a message, for this session only. Paths, depths and leaves stay what they are.
     *
     * @param message the message
     * @param label the name, at most 1 000 characters; null takes it away
     */
    void label(MessageId message, @Nullable String label);

    /**
     * Gives the names that this session has given.
     *
     * @return node to name
     */
    Map<NodeRef, String> labels();

    /**
     * Finds where two branches part.
     *
     * @param left a message
     * @param right another message
     * @return the last message that they have in common, and what each has after it
     */
    Comparison compare(MessageId left, MessageId right);

    /**
     * Brings the gist of one branch into another: stores a summary there that says where it comes from. When that is the
     * active branch, its head moves to the summary.
     *
     * @param from the last message of what is summarised
     * @param into the message to store it behind; null for the head
     * @param summary the summary's id and text; where it comes from is added
     * @return the summary
     * @throws BranchException with {@link BranchException#TURN_IN_PROGRESS} when a turn is running
     */
    Node graft(MessageId from, @Nullable MessageId into, Summary summary);

    /**
     * Removes a message and everything after it, on all branches, for good.
     *
     * @param message the first message to go
     * @return how many messages are gone
     * @throws BranchException with {@link BranchException#IN_USE} when it is on the active branch, inherited, or shared with
     *     a fork, {@link BranchException#TURN_IN_PROGRESS} when a turn is running
     */
    int prune(MessageId message);

    /**
     * Sets what the agent keeps with the session.
     *
     * @param name its name
     * @param value its value; null removes it
     */
    void attribute(String name, @Nullable Attribute value);

    /**
     * Gives the session another title.
     *
     * @param title the title; null for none
     */
    void title(@Nullable String title);

    /** Lets others open the session; what is stored stays. Doing so again has no effect. */
    @Override
    void close();

    /**
     * A summary in the making.
     *
     * @param id its message id
     * @param text what it says
     */
    record Summary(MessageId id, String text) {}
}
