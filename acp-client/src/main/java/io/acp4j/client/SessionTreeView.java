package io.acp4j.client;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.session.SessionInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of an agent as a tree: each fork is below the session that it was forked from. {@link AcpClient#sessionTree()} returns this.
 *
 * <p>The tree is built from the rows of a list and the reported lineage. Every session has exactly one place. A session is at the top level
 * if its parent is not in the list, or if it is its own parent. A cycle is broken at the session that is listed first. Siblings keep the
 * order of the list. If a session is listed twice, the first row counts.
 *
 * <pre>{@code
 * for (SessionNode node : client.sessionTree().nodes()) {
 *     show(node.level(), node.displayName());
 * }
 * }</pre>
 *
 * <p>Immutable. Building takes time in proportion to the number of sessions, however deep they are nested.
 *
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public final class SessionTreeView {

    /** Position of sessions whose parent is not in the list. */
    public enum Orphans {
        /** At the top. */
        TOP_LEVEL,

        /**
         * Below the nearest ancestor that is still there. Agents report only parents, so this works for what the tree has
         * seen before: see {@link SessionTreeView#without} and {@link SessionTreeView#refreshed}.
         */
        GRANDPARENT
    }

    private final Map<SessionId, SessionInfo> sessions;
    private final Orphans orphans;
    private final Ancestry ancestry;
    private final Map<SessionId, SessionNode> byId;
    private final List<SessionNode> roots;
    private final List<SessionNode> nodes;

    private SessionTreeView(Map<SessionId, SessionInfo> sessions, Orphans orphans, Ancestry before) {
        this.sessions = sessions;
        this.orphans = orphans;
        this.ancestry = before.of(sessions);
        this.byId = new LinkedHashMap<>();
        this.roots = new ArrayList<>();
        plant(ancestry.parents(sessions, orphans));
        this.nodes = SessionNode.settle(roots);
    }

    private void plant(Map<SessionId, SessionId> parents) {
        sessions.forEach((id, info) -> byId.put(id, new SessionNode(info)));
        for (SessionNode node : byId.values()) {
            SessionId named = parents.get(node.id());
            SessionNode parent = named == null ? null : byId.get(named);
            if (parent == null) {
                roots.add(node);
            } else {
                parent.adopt(node);
            }
        }
    }

    /**
     * Builds a tree whose orphans stand at the top.
     *
     * @param sessions the rows of a list
     * @return the tree
     */
    public static SessionTreeView of(List<SessionInfo> sessions) {
        return of(sessions, Orphans.TOP_LEVEL);
    }

    /**
     * Builds a tree.
     *
     * @param sessions the rows of a list
     * @param orphans the position of sessions whose parent no longer exists
     * @return the tree
     */
    public static SessionTreeView of(List<SessionInfo> sessions, Orphans orphans) {
        return new SessionTreeView(unique(sessions), Objects.requireNonNull(orphans, "orphans"), Ancestry.NONE);
    }

    private static Map<SessionId, SessionInfo> unique(List<SessionInfo> sessions) {
        Map<SessionId, SessionInfo> unique = new LinkedHashMap<>();
        for (SessionInfo session : sessions) {
            unique.putIfAbsent(session.sessionId(), session);
        }
        return unique;
    }

    /**
     * Returns a tree of a newer list. Known ancestors that no longer exist are kept as far as {@link Orphans#GRANDPARENT} requires them.
     *
     * @param newer the rows of the newer list
     * @return the new tree
     */
    public SessionTreeView refreshed(List<SessionInfo> newer) {
        return new SessionTreeView(unique(newer), orphans, ancestry);
    }

    /**
     * Returns the tree without a session, for example after its deletion. The forks of the session remain.
     *
     * @param session the ID of the session
     * @return the tree without the session; this tree if it does not contain the session
     */
    public SessionTreeView without(SessionId session) {
        if (!sessions.containsKey(session)) {
            return this;
        }
        Map<SessionId, SessionInfo> left = new LinkedHashMap<>(sessions);
        left.remove(session);
        return new SessionTreeView(left, orphans, ancestry);
    }

    /**
     * Leaves only the sessions of one working directory; a fork whose parent has another one stands at the top.
     *
     * @param cwd the directory, as sessions name it
     * @return the smaller tree
     */
    public SessionTreeView in(String cwd) {
        Map<SessionId, SessionInfo> there = new LinkedHashMap<>();
        sessions.forEach((id, info) -> {
            if (info.cwd().equals(cwd)) {
                there.put(id, info);
            }
        });
        return new SessionTreeView(there, orphans, ancestry);
    }

    /**
     * Returns the sessions at the top.
     *
     * @return an unmodifiable list in the order of the list that the tree is made of
     */
    public List<SessionNode> roots() {
        return List.copyOf(roots);
    }

    /**
     * Returns all sessions in the order to show them: each once, and before what was forked from it.
     *
     * @return an unmodifiable list
     */
    public List<SessionNode> nodes() {
        return nodes;
    }

    /**
     * Finds a session.
     *
     * @param session its id
     * @return its place in the tree; null when it has none
     */
    public @Nullable SessionNode find(SessionId session) {
        return byId.get(Objects.requireNonNull(session, "session"));
    }

    /**
     * Returns the session to show after the deletion of the shown one. Call it before the deleted session is removed from this tree.
     *
     * @param deleted the deleted session
     * @return as {@link #selectionAfter(SessionId, SessionId)} without a main session
     */
    public @Nullable SessionId selectionAfter(SessionId deleted) {
        return selectionAfter(deleted, null);
    }

    /**
     * Returns the session to show after the deletion of the shown one: its parent, else its next sibling, else its previous one, else the
     * main session, else the first one at the top level. Call it before the deleted session is removed from this tree.
     *
     * @param deleted the deleted session
     * @param main the session that the client always has; null for none
     * @return the ID of the session to show; null if no session remains
     */
    public @Nullable SessionId selectionAfter(SessionId deleted, @Nullable SessionId main) {
        SessionNode node = find(deleted);
        if (node != null) {
            SessionNode near = near(node);
            if (near != null) {
                return near.id();
            }
        }
        if (main != null && !main.equals(deleted) && sessions.containsKey(main)) {
            return main;
        }
        List<SessionNode> left = without(deleted).roots;
        return left.isEmpty() ? null : left.get(0).id();
    }

    private @Nullable SessionNode near(SessionNode node) {
        if (node.parent() != null) {
            return node.parent();
        }
        List<SessionNode> siblings = siblings(node);
        int at = siblings.indexOf(node);
        if (at + 1 < siblings.size()) {
            return siblings.get(at + 1);
        }
        return at > 0 ? siblings.get(at - 1) : null;
    }

    /** Those that stand at the top for the same reason: forks of one session that is gone, or of none. */
    private List<SessionNode> siblings(SessionNode root) {
        SessionId gone = root.namedParent();
        return roots.stream()
                .filter(other -> Objects.equals(gone, other.namedParent()))
                .toList();
    }

    /** Returns only how many sessions there are. */
    @Override
    public String toString() {
        return "SessionTreeView[" + sessions.size() + " sessions, " + roots.size() + " at the top]";
    }

    /** The known parents of sessions, including sessions that are gone. */
    private static final class Ancestry {

        static final Ancestry NONE = new Ancestry(Map.of());

        /** From each session to the one that it was last known to be forked from. */
        private final Map<SessionId, SessionId> known;

        private Ancestry(Map<SessionId, SessionId> known) {
            this.known = known;
        }

        /** Adds the sessions of a list, and drops sessions from which no session of the list descends. */
        Ancestry of(Map<SessionId, SessionInfo> sessions) {
            Map<SessionId, SessionId> newer = new HashMap<>();
            sessions.forEach((id, info) -> {
                SessionId parent = named(info);
                SessionId before = known.get(id);
                // An agent no longer names a parent that is gone.
                if (parent == null && before != null && !sessions.containsKey(before)) {
                    parent = before;
                }
                if (parent != null && !parent.equals(id)) {
                    newer.put(id, parent);
                }
            });
            for (SessionId parent : List.copyOf(newer.values())) {
                SessionId gone = parent;
                while (gone != null && !sessions.containsKey(gone) && !newer.containsKey(gone)) {
                    SessionId next = known.get(gone);
                    if (next != null) {
                        newer.put(gone, next);
                    }
                    gone = next;
                }
            }
            return new Ancestry(newer);
        }

        private static @Nullable SessionId named(SessionInfo info) {
            SessionLineage lineage = SessionLineage.of(info.meta());
            return lineage == null ? null : lineage.parentSessionId();
        }

        /** Returns the displayed parent of each session of a list, without cycles; sessions at the top have none. */
        Map<SessionId, SessionId> parents(Map<SessionId, SessionInfo> sessions, Orphans orphans) {
            Map<SessionId, SessionId> parents = new HashMap<>();
            for (SessionId id : sessions.keySet()) {
                SessionId parent = known.get(id);
                if (orphans == Orphans.GRANDPARENT) {
                    parent = nearest(parent, sessions);
                }
                if (parent != null && sessions.containsKey(parent) && !parent.equals(id)) {
                    parents.put(id, parent);
                }
            }
            openCircles(sessions, parents);
            return parents;
        }

        private @Nullable SessionId nearest(@Nullable SessionId ancestor, Map<SessionId, SessionInfo> sessions) {
            Set<SessionId> passed = new HashSet<>();
            SessionId at = ancestor;
            while (at != null && !sessions.containsKey(at)) {
                at = passed.add(at) ? known.get(at) : null;
            }
            return at;
        }

        private static void openCircles(Map<SessionId, SessionInfo> sessions, Map<SessionId, SessionId> parents) {
            Map<SessionId, Integer> order = new HashMap<>();
            for (SessionId id : sessions.keySet()) {
                order.put(id, order.size());
            }
            Set<SessionId> rooted = new HashSet<>();
            for (SessionId id : sessions.keySet()) {
                List<SessionId> way = new ArrayList<>();
                Set<SessionId> onTheWay = new HashSet<>();
                SessionId at = id;
                while (at != null && !rooted.contains(at) && onTheWay.add(at)) {
                    way.add(at);
                    at = parents.get(at);
                }
                if (at != null && !rooted.contains(at)) {
                    parents.remove(firstOf(way.subList(way.indexOf(at), way.size()), order));
                }
                rooted.addAll(way);
            }
        }

        private static SessionId firstOf(List<SessionId> circle, Map<SessionId, Integer> order) {
            SessionId first = circle.get(0);
            for (SessionId id : circle) {
                if (order.getOrDefault(id, 0) < order.getOrDefault(first, 0)) {
                    first = id;
                }
            }
            return first;
        }
    }
}
