package io.acp4j.client;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.BranchLeaf;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.CompareBranchesResponse;
import io.acp4j.schema.branching.NavigateSessionResponse;
import io.acp4j.schema.branching.PathEntry;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The branches inside one session, at an agent that has the methods of {@link BranchMethods}. {@link ClientSession#branches()} returns this.
 *
 * <p>Each call fails with {@link io.acp4j.rpc.UnsupportedCapabilityException}, and nothing is sent, if the agent does not advertise its
 * method. Otherwise calls wait for the agent and throw what {@link AcpClient#request} throws. For single pages, or without waiting, pass the
 * methods to {@link AcpClient#requestAsync}.
 *
 * <p>The rows of a tree are what the agent stores: an ID, a parent, a label and the beginning of the text. The messages of the active branch
 * with their content are those of the {@linkplain ClientSession#transcript() transcript}. It follows {@link #navigate}.
 *
 * <p>Streams fetch page after page on demand. They throw {@link io.acp4j.rpc.AcpException} if the agent returns a cursor twice, or more than
 * {@value #MAX_PAGES} pages.
 *
 * <p>Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public interface SessionBranches {

    /** The maximum number of pages that a stream fetches. */
    int MAX_PAGES = 100_000;

    /**
     * Returns whether the agent supports a method.
     *
     * @param method one of {@link BranchMethods}
     * @return true if the agent advertises it
     */
    boolean supports(RequestMethod<?, ?> method);

    /**
     * Returns the messages of all branches.
     *
     * @return a sequential stream in the order in which they were stored, so that a parent comes before what follows it
     */
    Stream<BranchMessage> tree();

    /**
     * Returns the ends of all branches.
     *
     * @return a sequential stream in the order in which they were stored
     */
    Stream<BranchLeaf> leaves();

    /**
     * Returns the messages from the root to the head of the session.
     *
     * @return a sequential stream, the root first
     */
    Stream<PathEntry> path();

    /**
     * Returns the messages from the root to one of them.
     *
     * @param message the last one, a leaf or any other
     * @return a sequential stream, the root first
     */
    Stream<PathEntry> path(MessageId message);

    /**
     * Returns the messages from one of them back to the root. Only the pages that the stream needs are fetched.
     *
     * @param message the first one to return; null for the head of the session
     * @return a sequential stream, the root last
     */
    Stream<PathEntry> pathBackward(@Nullable MessageId message);

    /**
     * Continues the session after another message. When this returns, the session's {@linkplain ClientSession#transcript() transcript}
     * shows the path to that message.
     *
     * @param message the new head; the session continues before a message of the user, and its text is returned
     * @return the new head, and the text for the editor
     */
    NavigateSessionResponse navigate(MessageId message);

    /**
     * Sets or removes the label of a message.
     *
     * @param message the message
     * @param label one line of at most 1,000 characters for display; null removes the label
     * @throws IllegalArgumentException if the label is blank, too long, or has line breaks or characters that cannot be seen
     */
    void label(MessageId message, @Nullable String label);

    /**
     * Returns the last common message of two branches, and the rest of each.
     *
     * @param left the end of one, a leaf or any other message
     * @param right the end of the other
     * @return the last message in common, and the rest of both
     */
    CompareBranchesResponse compare(MessageId left, MessageId right);

    /**
     * Appends a summary of a branch to the active branch, as a message.
     *
     * @param from the end of the branch
     * @param summary the text of the summary
     * @return the new message
     */
    MessageId graft(MessageId from, String summary);

    /**
     * Appends a summary of a branch to another branch, as a message.
     *
     * @param from the end of the branch
     * @param summary the text of the summary
     * @param into the message that precedes the new one; null for the head of the session
     * @return the new message
     */
    MessageId graft(MessageId from, String summary, @Nullable MessageId into);

    /**
     * Removes a message and everything that follows it. The agent refuses this if the messages include the head of the session, or if a
     * fork has inherited any of them.
     *
     * @param message the first message to remove
     * @return the number of removed messages
     */
    int prune(MessageId message);
}
