package io.acp4j.client.internal.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionBranches;
import io.acp4j.client.internal.calls.MethodPages;
import io.acp4j.client.internal.calls.MethodPages.Reading;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
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

/** The branches inside one session, read page by page. */
public final class DefaultSessionBranches implements SessionBranches {

    private final ClientSession session;
    private final SessionId id;

    /** Creates the branches of a session; nothing is sent yet. */
    public DefaultSessionBranches(ClientSession session) {
        this.session = session;
        this.id = session.id();
    }

    @Override
    public boolean supports(RequestMethod<?, ?> method) {
        return method.capability() != null
                && method.capability().in(session.client().agentCapabilities());
    }

    @Override
    public Stream<BranchMessage> tree() {
        return MethodPages.stream(
                session.client(),
                BranchMethods.TREE,
                SessionTreeRequest.of(id),
                new Reading<>(
                        SessionTreeRequest::after, SessionTreeResponse::messages, SessionTreeResponse::nextCursor),
                MAX_PAGES);
    }

    @Override
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

    @Override
    public Stream<PathEntry> path() {
        return path(null, PathDirection.FORWARD);
    }

    @Override
    public Stream<PathEntry> path(MessageId message) {
        return path(message, PathDirection.FORWARD);
    }

    @Override
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

    @Override
    public NavigateSessionResponse navigate(MessageId message) {
        return session.client().request(BranchMethods.NAVIGATE, NavigateSessionRequest.of(id, message));
    }

    @Override
    public void label(MessageId message, @Nullable String label) {
        if (label != null) {
            BranchLabels.require(label);
        }
        session.client().request(BranchMethods.LABEL, new LabelMessageRequest(id, message, label, null));
    }

    @Override
    public CompareBranchesResponse compare(MessageId left, MessageId right) {
        return session.client().request(BranchMethods.COMPARE, CompareBranchesRequest.of(id, left, right));
    }

    @Override
    public MessageId graft(MessageId from, String summary) {
        return graft(from, summary, null);
    }

    @Override
    public MessageId graft(MessageId from, String summary, @Nullable MessageId into) {
        return session.client()
                .request(BranchMethods.GRAFT, new GraftBranchRequest(id, from, summary, into, null))
                .messageId();
    }

    @Override
    public int prune(MessageId message) {
        return session.client()
                .request(BranchMethods.PRUNE, PruneBranchRequest.of(id, message))
                .removed();
    }
}
