package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredSession;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A stored session with the settings and the plan at its head, read in one transaction. Immutable and thread-safe.
 *
 * @since 0.1.0
 */
public final class SessionSnapshot {

    private static final Set<NodeKind> KINDS = EnumSet.of(NodeKind.MODE, NodeKind.CONFIG, NodeKind.PLAN);

    private final StoredSession session;
    private final Map<NodeKind, Node> latest;
    private final @Nullable History history;

    /** A page of the path that was read along. */
    private record History(PathQuery query, NodePage page) {}

    private SessionSnapshot(StoredSession session, Map<NodeKind, Node> latest, @Nullable History history) {
        this.session = session;
        this.latest = latest;
        this.history = history;
    }

    static SessionSnapshot of(StoreView view, StoredSession session) {
        Map<NodeKind, Node> latest = new EnumMap<>(NodeKind.class);
        if (session.head() != null) {
            view.latest(session.head(), KINDS)
                    .forEach(node -> latest.put(node.header().kind(), new Node(node)));
        }
        return new SessionSnapshot(session, latest, null);
    }

    /** Returns the same with a page of the path. */
    SessionSnapshot with(PathQuery query, NodePage page) {
        return new SessionSnapshot(session, latest, new History(query, page));
    }

    /** Returns the same without the page of the path, which may be large. */
    SessionSnapshot withoutHistory() {
        return history == null ? this : new SessionSnapshot(session, latest, null);
    }

    /** Returns the page of the path that was read along; null when another one or none was. */
    @Nullable
    NodePage history(PathQuery query) {
        return history != null && history.query().equals(query) ? history.page() : null;
    }

    /** Returns the same with a changed session; null when its head has moved, where other nodes may be the latest ones. */
    @Nullable
    SessionSnapshot after(StoredSession changed) {
        return Objects.equals(session.head(), changed.head()) ? new SessionSnapshot(changed, latest, null) : null;
    }

    /**
     * Returns the session.
     *
     * @return the row of the session
     */
    public StoredSession session() {
        return session;
    }

    /**
     * Returns the last node of a kind on the active path.
     *
     * @param kind {@link NodeKind#MODE}, {@link NodeKind#CONFIG} or {@link NodeKind#PLAN}
     * @return the node; null when the path has none of the kind
     * @throws IllegalArgumentException when snapshots do not contain nodes of the kind
     */
    public @Nullable Node latest(NodeKind kind) {
        if (!KINDS.contains(kind)) {
            throw new IllegalArgumentException(
                    "a snapshot contains the latest " + KINDS + ", not " + kind + "; use TreeView.latest");
        }
        return latest.get(kind);
    }
}
