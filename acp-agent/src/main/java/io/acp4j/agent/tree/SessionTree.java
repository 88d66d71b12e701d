package io.acp4j.agent.tree;

import io.acp4j.agent.store.Attribute;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.StopReason;
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
public interface SessionTree extends TreeView, AutoCloseable {

    /**
     * Returns this tree for changes to one version of the session: each is made only if nobody has changed the session
     * since. A change that is made moves the version on, so the next one needs the version after that.
     *
     * @param version the {@link StoredSession#version} that the session must have
     * @return the same session; its changes throw {@link BranchException} with {@link BranchException#CONFLICT} when the
     *     session has another version by then, and nothing is changed
     */
    SessionTree expecting(long version);

    /**
     * Checks that the session can still be written here.
     *
     * @throws BranchException with {@link BranchException#UNKNOWN_SESSION} when it has been deleted, {@link
     *     BranchException#TAKEN_OVER} when it has been opened elsewhere since, {@link BranchException#CLOSED} when it has been
     *     closed here
     */
    void requireOpen();

    /**
     * Stores nodes after the head, or after the parent that {@link SessionRepositoryOptions#parent} selects. The last of them becomes the
     * head.
     *
     * @param nodes the nodes in order; an empty list changes nothing
     * @return them as they are stored
     * @throws BranchException with {@link BranchException#DUPLICATE_MESSAGE} when the session has another message of the
     *     same kind and id; one that the running turn has begun is continued instead
     */
    List<Node> append(List<NewNode> nodes);

    /**
     * Stores one node at any position that is visible to the session. A position other than the head begins a branch. The node becomes the
     * head.
     *
     * @param node the node
     * @param position the position
     * @return the stored node
     * @throws BranchException with {@link BranchException#TURN_IN_PROGRESS} if the node would leave the branch of the running turn. With
     *     {@link BranchException#SECOND_ROOT} if it would begin a second conversation and {@link SessionRepositoryOptions#manyRoots} is
     *     false
     */
    Node append(NewNode node, AppendPosition position);

    /**
     * Begins a turn with what the user said. Until it ends, forks of the whole session get what was there before it.
     *
     * @param prompt the user's message
     * @return it as it is stored
     * @throws BranchException with {@link BranchException#TURN_IN_PROGRESS} when one is running
     */
    default Node beginTurn(NewNode prompt) {
        return beginTurn(prompt, null);
    }

    /**
     * Begins a turn with what the user said. Until it ends, forks of the whole session get what was there before it.
     *
     * @param prompt the user's message
     * @param title the title that the session takes if it has none and this is the first message of its branch; null or
     *     blank for none. It is stored as {@link SessionTitles#oneLine one line}
     * @return it as it is stored
     * @throws BranchException with {@link BranchException#TURN_IN_PROGRESS} when one is running
     */
    Node beginTurn(NewNode prompt, @Nullable String title);

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
     * Notes which message is being sent, so that forks at it are refused for the right reason.
     *
     * @param message the message that is not stored yet; null when there is none
     */
    void sending(@Nullable MessageId message);

    /**
     * Moves the head to another message: the next turn goes on from there. At a message of the user it moves before that,
     * and returns its text for the editor.
     *
     * @param message the message
     * @return where the head is now, and the text
     * @throws BranchException with {@link BranchException#TURN_IN_PROGRESS} when a turn is running, {@link
     *     BranchException#BOUNDARY} when a tool call was running at the end of the message
     */
    Navigation navigate(MessageId message);

    /**
     * Sets the label of a message, for this session only. Paths, depths and leaves stay what they are.
     *
     * @param message the message
     * @param label one line of at most 1,000 characters; null removes the label
     * @throws BranchException with {@link BranchException#MALFORMED_LABEL} when the label is blank or has line breaks,
     *     control characters or invisible ones, {@link BranchException#LIMIT} when it is too long
     */
    void label(MessageId message, @Nullable String label);

    /**
     * Stores a summary of one branch on another, as a message of the agent that says where it comes from. It is the next
     * message behind the one that is named, and after all that trails that one where it is the last of its branch: a leaf,
     * with a depth, on the path that ends with it. Where the named message was the last of its branch, the summary is part of
     * that branch from then on: {@link #path(MessageId)} and {@link #navigate} to that message end with the summary, and a
     * further summary comes behind it; a fork at the message still ends there. When the summary is stored at the end of the
     * active branch, the head moves to it.
     *
     * @param from the last message of what is summarised
     * @param into the message to store it behind; null for the head
     * @param summary the summary's id and text; where it comes from is added
     * @return the summary
     * @throws BranchException with {@link BranchException#TURN_IN_PROGRESS} when a turn is running, {@link
     *     BranchException#BOUNDARY} when a tool call was running at the end of {@code into}, {@link
     *     BranchException#EMPTY} when the text is blank
     */
    Node graft(MessageId from, @Nullable MessageId into, Summary summary);

    /**
     * Replaces the conversation up to here by a summary for the model: {@link #context()} begins with the summary from now on. The path and
     * the output shown by clients do not change, and forks at earlier messages have no summary. In a running turn the message of the user
     * follows the summary, so that the model can respond to it.
     *
     * <p>Clients need not support compactions. A client that does receives the summary.
     *
     * @param summary the summary of the conversation for the model
     * @return the compaction, a node of kind {@link NodeKind#COMPACTION}
     * @throws BranchException with {@link BranchException#EMPTY} when the summary has no content
     */
    Node compact(List<ContentBlock> summary);

    /**
     * Replaces the conversation up to here by a summary for the model, as {@link #compact(List)} does.
     *
     * @param summary the summary of the conversation for the model
     * @return the compaction
     * @throws BranchException with {@link BranchException#EMPTY} when the text is blank
     */
    default Node compact(String summary) {
        return compact(List.of(ContentBlock.text(summary)));
    }

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
     * Stores what a client specifies when it opens the session, in one transaction.
     *
     * @param cwd the working directory, an absolute path
     * @param additional the other directories
     * @param attributes the attributes to set; the others stay as they are
     */
    void describe(String cwd, List<String> additional, Map<String, Attribute> attributes);

    /**
     * Sets the action that runs before this process opens the session again or closes its repository. By default no action runs.
     *
     * @param action stores the remaining output
     */
    void onHandover(SessionHandover action);

    /**
     * Sets the title of the session.
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
