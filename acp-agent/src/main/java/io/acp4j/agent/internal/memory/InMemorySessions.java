package io.acp4j.agent.internal.memory;

import io.acp4j.agent.store.Origin;
import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.SessionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The sessions of the in-memory store and the indexes on them. */
public final class InMemorySessions {

    private record Key(SessionId parent, String key) {}

    private record Numbering(long tree, String principal) {}

    private final Map<SessionId, StoredSession> byId = new HashMap<>();
    private final TreeMap<Long, SessionId> all = new TreeMap<>();
    private final Map<String, TreeMap<Long, SessionId>> byCwd = new HashMap<>();
    private final Map<String, TreeMap<Long, SessionId>> byPrincipal = new HashMap<>();
    private final Map<SessionId, TreeMap<Long, SessionId>> byParent = new HashMap<>();
    private final Map<Key, SessionId> byForkKey = new HashMap<>();

    /** The numbers in the titles of forks, by tree and principal. */
    private final Map<Numbering, TreeSet<Integer>> forkNumbers = new HashMap<>();

    /** Fork points: segment, then index, then the forks there. */
    private final Map<Long, TreeMap<Integer, Set<SessionId>>> origins = new HashMap<>();

    @Nullable
    StoredSession find(SessionId id) {
        return byId.get(id);
    }

    List<StoredSession> list(SessionFilter filter, long before, int limit) {
        NavigableMap<Long, SessionId> narrowest = filter.parent() != null
                ? byParent.getOrDefault(filter.parent(), new TreeMap<>())
                : filter.cwd() != null
                        ? byCwd.getOrDefault(filter.cwd(), new TreeMap<>())
                        : filter.principal() != null
                                ? byPrincipal.getOrDefault(filter.principal(), new TreeMap<>())
                                : all;
        List<StoredSession> found = new ArrayList<>();
        // Not a stream: it would count what is left first.
        for (SessionId id : narrowest.headMap(before, false).descendingMap().values()) {
            if (found.size() == limit) {
                break;
            }
            StoredSession session = Objects.requireNonNull(byId.get(id));
            if ((filter.cwd() == null || session.cwd().equals(filter.cwd()))
                    && (filter.principal() == null || session.principal().equals(filter.principal()))) {
                found.add(session);
            }
        }
        return found;
    }

    List<StoredSession> forks(SessionId parent) {
        return list(new SessionFilter(null, parent), Long.MAX_VALUE, Integer.MAX_VALUE);
    }

    int countForks(SessionId parent) {
        TreeMap<Long, SessionId> forks = byParent.get(parent);
        return forks == null ? 0 : forks.size();
    }

    int lastForkNumber(long tree, String principal) {
        TreeSet<Integer> numbers = forkNumbers.get(new Numbering(tree, principal));
        return numbers == null ? 0 : numbers.last();
    }

    @Nullable
    StoredSession forkByKey(SessionId parent, String key) {
        SessionId id = byForkKey.get(new Key(parent, key));
        return id == null ? null : byId.get(id);
    }

    int lastOrigin(long segment) {
        TreeMap<Integer, Set<SessionId>> points = origins.get(segment);
        return points == null ? -1 : points.lastKey();
    }

    List<StoredSession> forkedIn(long segment) {
        return origins.getOrDefault(segment, new TreeMap<>()).values().stream()
                .flatMap(Set::stream)
                .map(id -> Objects.requireNonNull(byId.get(id)))
                .toList();
    }

    List<StoredSession> heldBy(String holder) {
        return byId.values().stream()
                .filter(session -> session.lease().holder().equals(holder))
                .toList();
    }

    void add(StoredSession session) {
        Long sequence = session.sequence(); // One object for all maps.
        byId.put(session.id(), session);
        all.put(sequence, session.id());
        byPrincipal.computeIfAbsent(session.principal(), any -> new TreeMap<>()).put(sequence, session.id());
        byCwd.computeIfAbsent(session.cwd(), any -> new TreeMap<>()).put(sequence, session.id());
        if (session.parent() != null) {
            byParent.computeIfAbsent(session.parent(), any -> new TreeMap<>()).put(sequence, session.id());
        }
        Origin origin = session.origin();
        if (origin != null && session.forkKey() != null) {
            byForkKey.put(new Key(origin.session(), session.forkKey().key()), session.id());
        }
        if (origin != null && origin.number() > 0) {
            forkNumbers
                    .computeIfAbsent(new Numbering(session.tree(), session.principal()), any -> new TreeSet<>())
                    .add(origin.number());
        }
        if (origin != null && origin.point() != null) {
            origins.computeIfAbsent(origin.point().segment(), any -> new TreeMap<>())
                    .computeIfAbsent(origin.point().index(), any -> new HashSet<>())
                    .add(session.id());
        }
    }

    void remove(StoredSession session) {
        byId.remove(session.id());
        all.remove(session.sequence());
        drop(byPrincipal, session.principal(), session.sequence());
        drop(byCwd, session.cwd(), session.sequence());
        if (session.parent() != null) {
            drop(byParent, session.parent(), session.sequence());
        }
        Origin origin = session.origin();
        if (origin != null && session.forkKey() != null) {
            byForkKey.remove(new Key(origin.session(), session.forkKey().key()));
        }
        if (origin != null && origin.number() > 0) {
            Indexes.remove(forkNumbers, new Numbering(session.tree(), session.principal()), origin.number());
        }
        if (origin != null && origin.point() != null) {
            TreeMap<Integer, Set<SessionId>> points =
                    Objects.requireNonNull(origins.get(origin.point().segment()));
            Indexes.remove(points, origin.point().index(), session.id());
            if (points.isEmpty()) {
                origins.remove(origin.point().segment());
            }
        }
    }

    void replace(StoredSession old, StoredSession session) {
        if (old.cwd().equals(session.cwd()) && Objects.equals(old.parent(), session.parent())) {
            byId.put(session.id(), session);
        } else {
            remove(old);
            add(session);
        }
    }

    private static <K> void drop(Map<K, ? extends Map<Long, SessionId>> index, K key, long sequence) {
        Map<Long, SessionId> sessions = index.get(key);
        if (sessions != null) {
            sessions.remove(sequence);
            if (sessions.isEmpty()) {
                index.remove(key);
            }
        }
    }
}
