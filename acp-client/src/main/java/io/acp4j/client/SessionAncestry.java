package io.acp4j.client;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.session.SessionInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who descends from whom, also by way of sessions that are gone. */
final class SessionAncestry {

    static final SessionAncestry NONE = new SessionAncestry(Map.of());

    /** From each session to the one that it was last known to be forked from. */
    private final Map<SessionId, SessionId> known;

    private SessionAncestry(Map<SessionId, SessionId> known) {
        this.known = known;
    }

    /** Adds what a list tells, and drops what no session of the list descends from. */
    SessionAncestry of(Map<SessionId, SessionInfo> sessions) {
        Map<SessionId, SessionId> newer = new HashMap<>();
        sessions.forEach((id, info) -> {
            SessionId parent = named(info);
            SessionId before = known.get(id);
            // An agent names no parent any more once that is gone.
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
        return new SessionAncestry(newer);
    }

    private static @Nullable SessionId named(SessionInfo info) {
        SessionLineage lineage = SessionLineage.of(info.meta());
        return lineage == null ? null : lineage.parentSessionId();
    }

    /** Finds for each session of a list the one to show it below, without circles; those at the top have none. */
    Map<SessionId, SessionId> parents(Map<SessionId, SessionInfo> sessions, SessionTreeView.Orphans orphans) {
        Map<SessionId, SessionId> parents = new HashMap<>();
        for (SessionId id : sessions.keySet()) {
            SessionId parent = known.get(id);
            if (orphans == SessionTreeView.Orphans.GRANDPARENT) {
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
