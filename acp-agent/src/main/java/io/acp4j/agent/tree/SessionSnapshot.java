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

    private SessionSnapshot(StoredSession session, Map<NodeKind, Node> latest) {
        this.session = session;
        this.latest = latest;
    }

    static SessionSnapshot of(StoreView view, StoredSession session) {
        Map<NodeKind, Node> latest = new EnumMap<>(NodeKind.class);
        if (session.head() != null) {
            view.latest(session.head(), KINDS)
                    .forEach(node -> latest.put(node.header().kind(), new Node(node)));
        }
        return new SessionSnapshot(session, latest);
    }

    /** Returns the same with a changed session; null when its head has moved, where other nodes may be the latest ones. */
    @Nullable
    SessionSnapshot after(StoredSession changed) {
        return Objects.equals(session.head(), changed.head()) ? new SessionSnapshot(changed, latest) : null;
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
