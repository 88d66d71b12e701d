package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.client.TerminalReplay;
import io.acp4j.agent.internal.client.Waits;
import io.acp4j.agent.internal.connection.ServedConnection;
import io.acp4j.agent.internal.session.DefaultAgentSession;
import io.acp4j.agent.internal.session.Sessions;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.Page;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.agent.tree.TreeView;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchLeaf;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.CompareBranchesRequest;
import io.acp4j.schema.branching.CompareBranchesResponse;
import io.acp4j.schema.branching.GraftBranchRequest;
import io.acp4j.schema.branching.GraftBranchResponse;
import io.acp4j.schema.branching.LabelMessageRequest;
import io.acp4j.schema.branching.LabelMessageResponse;
import io.acp4j.schema.branching.NavigateSessionRequest;
import io.acp4j.schema.branching.NavigateSessionResponse;
import io.acp4j.schema.branching.PathEntry;
import io.acp4j.schema.branching.PruneBranchRequest;
import io.acp4j.schema.branching.PruneBranchResponse;
import io.acp4j.schema.branching.SessionBranchesRequest;
import io.acp4j.schema.branching.SessionBranchesResponse;
import io.acp4j.schema.branching.SessionPathRequest;
import io.acp4j.schema.branching.SessionPathResponse;
import io.acp4j.schema.branching.SessionTreeRequest;
import io.acp4j.schema.branching.SessionTreeResponse;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves the extension methods about the branches inside a session. To be changed, the session must be open on the
 * connection; to be looked at, it need not be open.
 */
public final class BranchRequests {

    /** How many entries a page has when the client does not say. */
    private static final int PAGE = 100;

    /** How many entries a page has at most. */
    private static final int MAX_PAGE = 1000;

    private final Sessions sessions;
    private final StoredSessions stored;
    private final Supplier<String> principal;
    private final Supplier<MessageId> messageIds;
    private final DefaultClient client;

    /**
     * Serves one connection.
     *
     * @param principal who the client is
     * @param client the client of the connection
     */
    BranchRequests(
            Sessions sessions,
            StoredSessions stored,
            Supplier<MessageId> messageIds,
            Supplier<String> principal,
            DefaultClient client) {
        this.client = client;
        this.principal = principal;
        this.sessions = sessions;
        this.stored = stored;
        this.messageIds = messageIds;
    }

    void addTo(ProtocolHandlers.Builder handlers, ServedConnection connection) {
        handlers.onRequestAsync(BranchMethods.TREE, connection.afterOpening((request, context) -> tree(request)));
        handlers.onRequestAsync(
                BranchMethods.BRANCHES, connection.afterOpening((request, context) -> branches(request)));
        handlers.onRequestAsync(BranchMethods.PATH, connection.afterOpening((request, context) -> path(request)));
        handlers.onRequestAsync(
                BranchMethods.NAVIGATE, connection.afterOpening((request, context) -> navigate(request)));
        handlers.onRequestAsync(BranchMethods.LABEL, connection.afterOpening((request, context) -> label(request)));
        handlers.onRequestAsync(BranchMethods.COMPARE, connection.afterOpening((request, context) -> compare(request)));
        handlers.onRequestAsync(BranchMethods.GRAFT, connection.afterOpening((request, context) -> graft(request)));
        handlers.onRequestAsync(BranchMethods.PRUNE, connection.afterOpening((request, context) -> prune(request)));
    }

    /** Returns what is stored of a session, which need not be open, and may be open elsewhere by now. */
    private TreeView view(SessionId id) {
        if (sessions.find(id) != null) {
            try {
                return treeOf(id);
            } catch (BranchException e) {
                if (!e.reason().equals(BranchException.TAKEN_OVER)) {
                    throw e;
                }
            }
        }
        return stored.look(id, principal.get());
    }

    private SessionTree treeOf(SessionId id) {
        DefaultAgentSession session = sessions.require(id);
        // What is said of the tree must not overtake the history of a fork that is still being sent.
        Waits.await(session.presentation().done());
        session.settle();
        return session.tree();
    }

    /** Returns the tree for a change, of which the response tells the client. */
    private SessionTree idleTreeOf(SessionId id) {
        if (sessions.require(id).turn() != null) {
            throw BranchException.turnInProgress(id);
        }
        SessionTree tree = treeOf(id);
        return tree instanceof LiveTree live ? live.asked() : tree;
    }

    private static int limit(@Nullable Integer asked) {
        return asked == null ? PAGE : Math.min(asked, MAX_PAGE);
    }

    private SessionTreeResponse tree(SessionTreeRequest request) {
        TreeView tree = view(request.sessionId());
        Page<TreeView.ListedMessage> page = tree.messages(opened(request.cursor()), limit(request.limit()));
        Map<NodeRef, String> labels = tree.labels();
        List<BranchMessage> messages = page.items().stream()
                .map(listed -> BranchMessages.of(listed.entry(), listed.parent(), labels))
                .toList();
        return new SessionTreeResponse(messages, tree.headMessage(), sealed(page.next()), null);
    }

    private SessionBranchesResponse branches(SessionBranchesRequest request) {
        TreeView tree = view(request.sessionId());
        Page<TreeView.Leaf> page = tree.leaves(opened(request.cursor()), limit(request.limit()));
        Map<NodeRef, String> labels = tree.labels();
        return new SessionBranchesResponse(
                page.items().stream()
                        .map(leaf -> new BranchLeaf(
                                leaf.messageId(),
                                leaf.depth(),
                                leaf.createdAt().toString(),
                                leaf.active(),
                                labels.get(leaf.ref()),
                                null))
                        .toList(),
                sealed(page.next()),
                null);
    }

    private SessionPathResponse path(SessionPathRequest request) {
        SessionPathRequest plain =
                request.toBuilder().cursor(opened(request.cursor())).build();
        PathEntries.Part found = PathEntries.page(view(request.sessionId()), plain, limit(request.limit()));
        SessionPathResponse page = found.response();
        return new SessionPathResponse(
                shown(request.sessionId(), page.messages(), found.terminals()),
                sealed(page.nextCursor()),
                page.previousCursor(),
                page.meta());
    }

    /** Returns entries as the client's version of the protocol has them. */
    private List<PathEntry> shown(SessionId session, List<PathEntry> entries, PathTerminals terminals) {
        List<SessionUpdate> updates = new ArrayList<>();
        TerminalReplay replay =
                client.replayTo(session, update -> client.shown(update).forEach(updates::add));
        List<PathEntry> shown = new ArrayList<>(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            PathEntry entry = entries.get(i);
            updates.clear();
            if (i == 0) {
                terminals.before().forEach(replay);
            }
            entry.updates().forEach(replay);
            if (i == entries.size() - 1) {
                terminals.after().forEach(replay);
                replay.end();
            }
            shown.add(new PathEntry(entry.message(), List.copyOf(updates), entry.meta()));
        }
        return shown;
    }

    private @Nullable String opened(@Nullable String cursor) {
        return stored.cursors().opened(cursor, principal.get());
    }

    private @Nullable String sealed(@Nullable String cursor) {
        return stored.cursors().sealed(cursor, principal.get());
    }

    private NavigateSessionResponse navigate(NavigateSessionRequest request) {
        SessionTree.Navigation moved = idleTreeOf(request.sessionId()).navigate(request.messageId());
        return new NavigateSessionResponse(moved.message(), moved.text(), null);
    }

    private LabelMessageResponse label(LabelMessageRequest request) {
        treeOf(request.sessionId()).label(request.messageId(), request.label());
        return LabelMessageResponse.EMPTY;
    }

    private CompareBranchesResponse compare(CompareBranchesRequest request) {
        TreeView tree = view(request.sessionId());
        TreeView.Comparison compared = tree.compare(request.left(), request.right());
        MessageId common = compared.common() == null ? null : compared.common().messageId();
        Map<NodeRef, String> labels = tree.labels();
        return new CompareBranchesResponse(
                tail(compared.left(), common, labels), tail(compared.right(), common, labels), common, null);
    }

    private static List<BranchMessage> tail(
            List<StoredNode.Header> headers, @Nullable MessageId common, Map<NodeRef, String> labels) {
        List<BranchMessage> tail = new ArrayList<>();
        MessageId parent = common;
        for (StoredNode.Header header : headers) {
            tail.add(BranchMessages.of(header, parent, labels).build());
            parent = header.messageId();
        }
        return tail;
    }

    private GraftBranchResponse graft(GraftBranchRequest request) {
        HistoryEntry summary = idleTreeOf(request.sessionId())
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
