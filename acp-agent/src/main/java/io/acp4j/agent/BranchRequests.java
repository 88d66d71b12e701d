package io.acp4j.agent;

import io.acp4j.agent.store.NodeHeader;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.Comparison;
import io.acp4j.agent.tree.LeafPage;
import io.acp4j.agent.tree.MessagePage;
import io.acp4j.agent.tree.Navigation;
import io.acp4j.agent.tree.Node;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.Handlers;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.branch.BranchLeaf;
import io.acp4j.schema.v1.branch.BranchMessage;
import io.acp4j.schema.v1.branch.BranchMethods;
import io.acp4j.schema.v1.branch.CompareBranchesRequest;
import io.acp4j.schema.v1.branch.CompareBranchesResponse;
import io.acp4j.schema.v1.branch.GraftBranchRequest;
import io.acp4j.schema.v1.branch.GraftBranchResponse;
import io.acp4j.schema.v1.branch.LabelMessageRequest;
import io.acp4j.schema.v1.branch.LabelMessageResponse;
import io.acp4j.schema.v1.branch.NavigateSessionRequest;
import io.acp4j.schema.v1.branch.NavigateSessionResponse;
import io.acp4j.schema.v1.branch.PruneBranchRequest;
import io.acp4j.schema.v1.branch.PruneBranchResponse;
import io.acp4j.schema.v1.branch.SessionBranchesRequest;
import io.acp4j.schema.v1.branch.SessionBranchesResponse;
import io.acp4j.schema.v1.branch.SessionPathRequest;
import io.acp4j.schema.v1.branch.SessionPathResponse;
import io.acp4j.schema.v1.branch.SessionTreeRequest;
import io.acp4j.schema.v1.branch.SessionTreeResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Serves the extension methods about the branches inside a session, which must be open on the connection. */
final class BranchRequests {

    /** How many entries a page has when the client does not say. */
    private static final int PAGE = 100;

    /** How many entries a page has at most. */
    private static final int MAX_PAGE = 1000;

    private final Sessions sessions;
    private final Supplier<MessageId> messageIds;

    BranchRequests(Sessions sessions, Supplier<MessageId> messageIds) {
        this.sessions = sessions;
        this.messageIds = messageIds;
    }

    void addTo(Handlers.Builder handlers, DefaultAgentConnection connection) {
        handlers.onRequest(BranchMethods.TREE, connection.gated((request, context) -> tree(request)));
        handlers.onRequest(BranchMethods.BRANCHES, connection.gated((request, context) -> branches(request)));
        handlers.onRequest(BranchMethods.PATH, connection.gated((request, context) -> path(request)));
        handlers.onRequest(BranchMethods.NAVIGATE, connection.gated((request, context) -> navigate(request)));
        handlers.onRequest(BranchMethods.LABEL, connection.gated((request, context) -> label(request)));
        handlers.onRequest(BranchMethods.COMPARE, connection.gated((request, context) -> compare(request)));
        handlers.onRequest(BranchMethods.GRAFT, connection.gated((request, context) -> graft(request)));
        handlers.onRequest(BranchMethods.PRUNE, connection.gated((request, context) -> prune(request)));
    }

    private SessionTree treeOf(SessionId id) {
        DefaultAgentSession session = sessions.require(id);
        session.settle();
        return session.tree();
    }

    private SessionTree idleTreeOf(SessionId id) {
        if (sessions.require(id).turn() != null) {
            throw BranchException.state(
                    BranchException.TURN_IN_PROGRESS,
                    id,
                    "The session is busy with a prompt; wait for its answer, or cancel it first");
        }
        return treeOf(id);
    }

    private static int limit(@Nullable Integer asked) {
        return asked == null ? PAGE : Math.min(asked, MAX_PAGE);
    }

    private SessionTreeResponse tree(SessionTreeRequest request) {
        SessionTree tree = treeOf(request.sessionId());
        MessagePage page = tree.messages(request.cursor(), limit(request.limit()));
        Map<NodeRef, String> labels = tree.labels();
        List<BranchMessage> messages = page.messages().stream()
                .map(entry -> BranchMessages.of(entry.node(), entry.parent(), labels))
                .toList();
        return new SessionTreeResponse(messages, tree.headMessage(), page.next(), null);
    }

    private SessionBranchesResponse branches(SessionBranchesRequest request) {
        SessionTree tree = treeOf(request.sessionId());
        LeafPage page = tree.leaves(request.cursor(), limit(request.limit()));
        Map<NodeRef, String> labels = tree.labels();
        return new SessionBranchesResponse(
                page.leaves().stream()
                        .map(leaf -> new BranchLeaf(
                                leaf.messageId(),
                                leaf.depth(),
                                leaf.createdAt().toString(),
                                leaf.active(),
                                labels.get(leaf.ref()),
                                null))
                        .toList(),
                page.next(),
                null);
    }

    private SessionPathResponse path(SessionPathRequest request) {
        return PathEntries.page(treeOf(request.sessionId()), request, limit(request.limit()));
    }

    private NavigateSessionResponse navigate(NavigateSessionRequest request) {
        Navigation moved = idleTreeOf(request.sessionId()).navigate(request.messageId());
        return new NavigateSessionResponse(moved.message(), moved.text(), null);
    }

    private LabelMessageResponse label(LabelMessageRequest request) {
        treeOf(request.sessionId()).label(request.messageId(), StoredForks.label(request.label()));
        return LabelMessageResponse.EMPTY;
    }

    private CompareBranchesResponse compare(CompareBranchesRequest request) {
        SessionTree tree = treeOf(request.sessionId());
        Comparison compared = tree.compare(request.left(), request.right());
        MessageId common = compared.common() == null ? null : compared.common().messageId();
        Map<NodeRef, String> labels = tree.labels();
        return new CompareBranchesResponse(
                tail(compared.left(), common, labels), tail(compared.right(), common, labels), common, null);
    }

    private static List<BranchMessage> tail(
            List<NodeHeader> headers, @Nullable MessageId common, Map<NodeRef, String> labels) {
        List<BranchMessage> tail = new ArrayList<>();
        MessageId parent = common;
        for (NodeHeader header : headers) {
            tail.add(BranchMessages.of(header, parent, labels).build());
            parent = header.messageId();
        }
        return tail;
    }

    private GraftBranchResponse graft(GraftBranchRequest request) {
        Node summary = idleTreeOf(request.sessionId())
                .graft(request.from(), request.into(), new SessionTree.Summary(messageIds.get(), request.summary()));
        MessageId id = summary.messageId();
        if (id == null) {
            throw new IllegalStateException("a summary is stored with its id");
        }
        return GraftBranchResponse.of(id);
    }

    private PruneBranchResponse prune(PruneBranchRequest request) {
        return PruneBranchResponse.of(idleTreeOf(request.sessionId()).prune(request.messageId()));
    }
}
