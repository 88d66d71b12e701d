package io.acp4j.client.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.internal.calls.MethodPages;
import io.acp4j.client.internal.calls.MethodPages.Reading;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.BranchLabels;
import io.acp4j.schema.branching.BranchLeaf;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.CompareBranchesRequest;
import io.acp4j.schema.branching.CompareBranchesResponse;
import io.acp4j.schema.branching.GraftBranchRequest;
import io.acp4j.schema.branching.LabelMessageRequest;
import io.acp4j.schema.branching.NavigateSessionRequest;
import io.acp4j.schema.branching.NavigateSessionResponse;
import io.acp4j.schema.branching.PathDirection;
import io.acp4j.schema.branching.PathEntry;
import io.acp4j.schema.branching.PruneBranchRequest;
import io.acp4j.schema.branching.SessionBranchesRequest;
import io.acp4j.schema.branching.SessionBranchesResponse;
import io.acp4j.schema.branching.SessionPathRequest;
import io.acp4j.schema.branching.SessionPathResponse;
import io.acp4j.schema.branching.SessionTreeRequest;
import io.acp4j.schema.branching.SessionTreeResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The branches inside one session, at an agent that has the methods of {@link BranchMethods}.
 *
 * <p>Each call fails with {@link io.acp4j.rpc.UnsupportedCapabilityException}, and nothing is sent, when the agent does not list
 * its method. Otherwise calls wait for the agent and throw what {@link io.acp4j.client.AcpClient#request} throws; for single
 * pages, or without waiting, give the methods to {@link io.acp4j.client.AcpClient#requestAsync}.
 *
 * <p>Streams fetch page after page as they are asked for. They throw {@link io.acp4j.rpc.AcpException} when the agent gives a
 * cursor twice, or more than {@value #MAX_PAGES} pages.
 *
 * <p>Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public final class SessionBranches {

    /** How many pages a stream fetches at most. */
    public static final int MAX_PAGES = 100_000;

    private final ClientSession session;
    private final SessionId id;

    private SessionBranches(ClientSession session) {
        this.session = session;
        this.id = session.id();
    }

    /**
     * Looks at the branches of a session.
     *
     * @param session the session
     * @return its branches; nothing is sent yet
     */
    public static SessionBranches of(ClientSession session) {
        return new SessionBranches(session);
    }

    /**
     * Returns whether the agent has a method.
     *
     * @param method one of {@link BranchMethods}
     * @return true when the agent lists it
     */
    public boolean offers(RequestMethod<?, ?> method) {
        return method.capability() != null
                && method.capability().in(session.client().agentCapabilities());
    }

    /**
     * Returns the messages of all branches.
     *
     * @return a sequential stream in the order in which they were stored, so that a parent comes before what follows it
     */
    public Stream<BranchMessage> tree() {
        return MethodPages.stream(
                session.client(),
                BranchMethods.TREE,
                SessionTreeRequest.of(id),
                new Reading<>(
                        SessionTreeRequest::after, SessionTreeResponse::messages, SessionTreeResponse::nextCursor),
                MAX_PAGES);
    }

    /**
     * Returns the ends of all branches.
     *
     * @return a sequential stream in the order in which they were stored
     */
    public Stream<BranchLeaf> leaves() {
        return MethodPages.stream(
                session.client(),
                BranchMethods.BRANCHES,
                SessionBranchesRequest.of(id),
                new Reading<>(
                        SessionBranchesRequest::after,
                        SessionBranchesResponse::leaves,
                        SessionBranchesResponse::nextCursor),
                MAX_PAGES);
    }

    /**
     * Returns the messages from the root to the head of the session.
     *
     * @return a sequential stream, the root first
     */
    public Stream<PathEntry> path() {
        return path(null, PathDirection.FORWARD);
    }

    /**
     * Returns the messages from the root to one of them.
     *
     * @param message the last one, a leaf or any other
     * @return a sequential stream, the root first
     */
    public Stream<PathEntry> path(MessageId message) {
        return path(message, PathDirection.FORWARD);
    }

    /**
     * Returns the messages from one of them back to the root; take what a screen shows, and no more is fetched.
     *
     * @param message the first one to give; null for the head of the session
     * @return a sequential stream, the root last
     */
    public Stream<PathEntry> pathBackward(@Nullable MessageId message) {
        return path(message, PathDirection.BACKWARD);
    }

    private Stream<PathEntry> path(@Nullable MessageId message, PathDirection direction) {
        boolean backward = direction.equals(PathDirection.BACKWARD);
        return MethodPages.stream(
                session.client(),
                BranchMethods.PATH,
                SessionPathRequest.builder(id)
                        .messageId(message)
                        .direction(backward ? direction : null)
                        .build(),
                new Reading<>(
                        SessionPathRequest::at,
                        page -> backward ? reversed(page.messages()) : page.messages(),
                        SessionPathResponse::nextCursor),
                MAX_PAGES);
    }

    private static <E> List<E> reversed(List<E> entries) {
        List<E> reversed = new ArrayList<>(entries);
        Collections.reverse(reversed);
        return reversed;
    }

    /**
     * Goes on from another message. The session's {@linkplain ClientSession#transcript() transcript}, if one is kept, shows the
     * path to it when this returns.
     *
     * @param message where to go; at a message of the user the session goes back to before it, and its text is returned
     * @return the new head, and the text for the editor
     */
    public NavigateSessionResponse navigate(MessageId message) {
        return session.client().request(BranchMethods.NAVIGATE, NavigateSessionRequest.of(id, message));
    }

    /**
     * Gives a message a label, or takes it away.
     *
     * @param message the message
     * @param label one line of at most 1,000 characters by which people are to call it; null takes its label away
     * @throws IllegalArgumentException when the label is blank, too long, or has line breaks or characters that cannot be seen
     */
    public void label(MessageId message, @Nullable String label) {
        if (label != null) {
            BranchLabels.require(label);
        }
        session.client().request(BranchMethods.LABEL, new LabelMessageRequest(id, message, label, null));
    }

    /**
     * Returns where two branches part, and what each has of its own.
     *
     * @param left the end of one, a leaf or any other message
     * @param right the end of the other
     * @return the last message in common, and the rest of both
     */
    public CompareBranchesResponse compare(MessageId left, MessageId right) {
        return session.client().request(BranchMethods.COMPARE, CompareBranchesRequest.of(id, left, right));
    }

    /**
     * Brings the outcome of a branch to where the session goes on, as a message that sums it up.
     *
     * @param from the end of the branch
     * @param summary the summing up
     * @return the new message
     */
    public MessageId graft(MessageId from, String summary) {
        return graft(from, summary, null);
    }

    /**
     * Brings the outcome of a branch into another, as a message that sums it up.
     *
     * @param from the end of the branch
     * @param summary the summing up
     * @param into the message that the new one is to follow; null for the head of the session
     * @return the new message
     */
    public MessageId graft(MessageId from, String summary, @Nullable MessageId into) {
        return session.client()
                .request(BranchMethods.GRAFT, new GraftBranchRequest(id, from, summary, into, null))
                .messageId();
    }

    /**
     * Removes a message and all that follows it. The agent refuses when a session needs them: its own head is among them, or a
     * fork has inherited some.
     *
     * @param message the first message to remove
     * @return how many have been removed
     */
    public int prune(MessageId message) {
        return session.client()
                .request(BranchMethods.PRUNE, PruneBranchRequest.of(id, message))
                .removed();
    }
}
