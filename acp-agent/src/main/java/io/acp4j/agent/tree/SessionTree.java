package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.StopReason;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Write access to one session and the branches of its conversation. Only one tree of a session is open for writing at a time.
 *
 * <p>Safe for use by any number of threads; changes are made one after the other. Each call reads or writes the store and
 * may block. The change of a method that has returned is as durable as the store guarantees.
 *
 * <p>Methods with a message ID throw {@link BranchException} with {@link BranchException#UNKNOWN_MESSAGE} if the session does not contain
 * the message, even if another session does. All methods throw {@link BranchException} with {@link
 * BranchException#TAKEN_OVER} once the session has been opened again elsewhere, and {@link
 * io.acp4j.agent.store.SessionStoreException} when the store fails.
 *
 * @since 0.1.0
 */
public interface SessionTree extends TreeView, AutoCloseable {

    /** The maximum number of characters of a title. */
    int MAX_TITLE_LENGTH = 1000;

    /**
     * Returns a text as one line, in the form in which titles of sessions are stored. Each run of spaces, line breaks and control
     * characters becomes one space. Invisible characters are removed. A text that is too long is cut off and ends with an ellipsis.
     *
     * @param text any text
     * @param maxLength the maximum number of characters, from 2 to {@value #MAX_TITLE_LENGTH}
     * @return the line; empty when the text has no visible characters
     * @throws IllegalArgumentException when the maximum is out of range
     */
    static String titleLine(String text, int maxLength) {
        if (maxLength < 2 || maxLength > MAX_TITLE_LENGTH) {
            throw new IllegalArgumentException(
                    "maxLength must be from 2 to " + MAX_TITLE_LENGTH + ", not " + maxLength);
        }
        return Lines.of(text, maxLength);
    }

    /**
     * Returns a tree for changes to one version of the session. A change is made only if the session still has this version. Each change
     * assigns a new version, so the next change must specify that version.
     *
     * @param version the {@link StoredSession#version} that the session must have
     * @return the same session; its changes throw {@link BranchException} with {@link BranchException#CONFLICT}, and change nothing, if the
     *     session has another version
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
     * @return the stored nodes
     * @throws BranchException with {@link BranchException#DUPLICATE_MESSAGE} when the session has another message of the
     *     same kind and ID; a message that the running turn has begun is continued instead
     */
    List<HistoryEntry> append(List<HistoryEntry.Draft> nodes);

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
    HistoryEntry append(HistoryEntry.Draft node, Position position);

    /**
     * Begins a turn with a message of the user. Until the turn ends, forks of the whole session contain only the entries before it.
     *
     * @param prompt the user's message
     * @return the stored message
     * @throws BranchException with {@link BranchException#TURN_IN_PROGRESS} when one is running
     */
    default HistoryEntry beginTurn(HistoryEntry.Draft prompt) {
        return beginTurn(prompt, null);
    }

    /**
     * Begins a turn with a message of the user. Until the turn ends, forks of the whole session contain only the entries before it.
     *
     * @param prompt the user's message
     * @param title the title to set if the session has none and this is the first message of its branch; null or blank for none. It is
     *     stored as {@link #titleLine one line}
     * @return the stored message
     * @throws BranchException with {@link BranchException#TURN_IN_PROGRESS} when one is running
     */
    HistoryEntry beginTurn(HistoryEntry.Draft prompt, @Nullable String title);

    /**
     * Ends the turn.
     *
     * @param rest the remaining entries of the turn
     * @param reason the stop reason
     * @return the end of the turn
     * @throws BranchException with {@link BranchException#NO_TURN} when no turn is running
     */
    HistoryEntry endTurn(List<HistoryEntry.Draft> rest, StopReason reason);

    /**
     * Records the message that is being sent, so that forks at it are refused with the correct reason.
     *
     * @param message the message that is not stored yet; null for none
     */
    void sending(@Nullable MessageId message);

    /**
     * Moves the head to another message, which the next turn then follows. For a message of the user, moves the head before that message
     * and returns its text for editing.
     *
     * @param message the message
     * @return the new head and the text
     * @throws BranchException with {@link BranchException#TURN_IN_PROGRESS} when a turn is running, {@link
     *     BranchException#BOUNDARY} when a tool call was running at the end of the message
     */
    Navigation navigate(MessageId message);

    /**
     * Sets the label of a message, for this session only. Paths, depths and leaves do not change.
     *
     * @param message the message
     * @param label one line of at most 1,000 characters; null removes the label
     * @throws BranchException with {@link BranchException#MALFORMED_LABEL} when the label is blank or contains line breaks,
     *     control characters or invisible characters, {@link BranchException#LIMIT} when it is too long
     */
    void label(MessageId message, @Nullable String label);

    /**
     * Stores a summary of one branch on another branch, as a message of the agent that names its source. The summary follows the message
     * {@code into}, and is a leaf with a depth. If it is stored at the end of the active branch, the head moves to it.
     *
     * <p>If {@code into} is the last message of its branch, the summary follows all entries after it and belongs to that branch. {@link
     * #path(MessageId)} and {@link #navigate} for {@code into} then end with the summary. Further summaries follow it. A fork at {@code
     * into} still ends at {@code into}.
     *
     * @param from the last message of the summarized branch
     * @param into the message that the summary follows; null for the head
     * @param summary the ID and the text of the summary; its source is added
     * @return the stored summary
     * @throws BranchException with {@link BranchException#TURN_IN_PROGRESS} when a turn is running, {@link
     *     BranchException#BOUNDARY} when a tool call was running at the end of {@code into}, {@link
     *     BranchException#EMPTY} when the text is blank
     */
    HistoryEntry graft(MessageId from, @Nullable MessageId into, Summary summary);

    /**
     * Replaces the conversation up to the head by a summary for the model: {@link #context()} then begins with the summary. The path and
     * the output shown by clients do not change, and forks at earlier messages have no summary. In a running turn the message of the user
     * follows the summary, so that the model can respond to it.
     *
     * <p>Client support for compactions is optional. Clients with such support receive the summary.
     *
     * @param summary the summary of the conversation for the model
     * @return the compaction, a node of kind {@link NodeKind#COMPACTION}
     * @throws BranchException with {@link BranchException#EMPTY} when the summary has no content
     */
    HistoryEntry compact(List<ContentBlock> summary);

    /**
     * Replaces the conversation up to the head by a summary for the model, as {@link #compact(List)} does.
     *
     * @param summary the summary of the conversation for the model
     * @return the compaction
     * @throws BranchException with {@link BranchException#EMPTY} when the text is blank
     */
    default HistoryEntry compact(String summary) {
        return compact(List.of(ContentBlock.text(summary)));
    }

    /**
     * Permanently removes a message and all entries after it, on all branches.
     *
     * @param message the first message to remove
     * @return the number of removed messages
     * @throws BranchException with {@link BranchException#IN_USE} when it is on the active branch, inherited, or shared with
     *     a fork, {@link BranchException#TURN_IN_PROGRESS} when a turn is running
     */
    int prune(MessageId message);

    /**
     * Sets an attribute of the session.
     *
     * @param name the name of the attribute
     * @param value the value; null removes the attribute
     */
    void attribute(String name, @Nullable SessionAttribute value);

    /**
     * Stores the directories and attributes that a client specifies when it opens the session, in one transaction.
     *
     * @param cwd the working directory, an absolute path
     * @param additional the other directories
     * @param attributes the attributes to set; all others remain unchanged
     */
    void describe(String cwd, List<String> additional, Map<String, SessionAttribute> attributes);

    /**
     * Sets the action that runs before this process opens the session again or closes its repository. By default no action runs.
     *
     * @param action stores the remaining output
     */
    void onHandover(Handover action);

    /**
     * Sets the title of the session.
     *
     * @param title the title; null for none
     */
    void title(@Nullable String title);

    /** Closes the session, so that it can be opened elsewhere. Stored data remains. A second call has no effect. */
    @Override
    void close();

    /**
     * A summary to store with {@link SessionTree#graft}.
     *
     * @param id the ID of the message
     * @param text the text
     */
    record Summary(MessageId id, String text) {}

    /**
     * The result of {@link #navigate}.
     *
     * @param head the new head; null when the branch is empty now
     * @param message the last message at or before the head; null without one
     * @param text the text of the user's message that the head moved before; null for other messages
     * @since 0.1.0
     */
    record Navigation(
            @Nullable NodeRef head,
            @Nullable MessageId message,
            @Nullable String text) {}

    /**
     * Position at which {@link SessionTree#append(HistoryEntry.Draft, Position)} stores a node. Immutable.
     *
     * @since 0.1.0
     */
    final class Position {

        /** After the head, or after the node that {@link SessionRepositoryOptions#parent} selects instead. */
        public static final Position AT_HEAD = new Position(null);

        /** At the beginning, as a separate conversation in the same session. */
        public static final Position AT_ROOT = new Position(null);

        private final @Nullable MessageId parent;

        private Position(@Nullable MessageId parent) {
            this.parent = parent;
        }

        /**
         * Returns the position after a message.
         *
         * @param message the ID of the message
         * @return the position
         */
        public static Position after(MessageId message) {
            return new Position(Objects.requireNonNull(message, "message"));
        }

        /** Returns the message that the node follows; null at the head and at the root. */
        @Nullable
        MessageId parent() {
            return parent;
        }
    }

    /**
     * Stores the remaining output of an open session, before another part of this process opens the session or its repository is closed.
     *
     * @since 0.1.0
     */
    @FunctionalInterface
    interface Handover {

        /**
         * Stores the remaining output and runs the successor. Afterwards the session is no longer changed here, unless the successor fails.
         *
         * @param why the reason, for errors of later uses of the session
         * @param successor opens or closes the session; run exactly once
         */
        void handOver(BranchException why, Runnable successor);
    }
}
