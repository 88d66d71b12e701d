package io.acp4j.agent.internal.memory;

import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.NodeHeader;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rows of the in-memory store, with an undo for each change; guarded by the store's lock. */
public final class InMemoryTables implements StoreTransaction {

    /** A segment and its nodes, each at its index. */
    private static final class Run {
        private Segment row;
        private final ArrayList<StoredNode> nodes = new ArrayList<>();

        /** The indexes of the nodes whose kind is rare, by kind. */
        private final Map<NodeKind, TreeSet<Integer>> rare = new EnumMap<>(NodeKind.class);

        Run(Segment row) {
            this.row = row;
        }
    }

    /** The kinds of which there is at least one in a turn. */
    private static final Set<NodeKind> COMMON =
            EnumSet.of(NodeKind.USER, NodeKind.AGENT, NodeKind.THOUGHT, NodeKind.TOOL, NodeKind.TURN_END);

    private record MessageKey(long tree, MessageId id) {}

    private final InMemorySessions sessions = new InMemorySessions();
    private final Map<Long, Run> runs = new HashMap<>();
    private final Map<Long, Set<Long>> below = new HashMap<>();
    private final Map<SessionId, TreeSet<Long>> owned = new HashMap<>();
    private final Map<MessageKey, List<NodeRef>> messages = new HashMap<>();
    private final Map<SessionId, Map<NodeRef, String>> labels = new HashMap<>();
    private long lastSequence;
    private long lastTree;
    private long lastSegment;

    /** What takes back the changes of the running transaction, the latest first. */
    private final Deque<Runnable> undo = new ArrayDeque<>();

    void keep() {
        undo.clear();
    }

    void undo() {
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
    }

    private void change(Runnable forth, Runnable back) {
        forth.run();
        undo.push(back);
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public @Nullable StoredSession session(SessionId id) {
        return sessions.find(id);
    }

    @Override
    public List<StoredSession> sessions(SessionFilter filter, long before, int limit) {
        return sessions.list(filter, before, limit);
    }

    @Override
    public int countForks(SessionId parent) {
        return sessions.countForks(parent);
    }

    @Override
    public int lastForkNumber(long tree, String principal) {
        return sessions.lastForkNumber(tree, principal);
    }

    @Override
    public @Nullable StoredSession forkByKey(SessionId parent, String key) {
        return sessions.forkByKey(parent, key);
    }

    @Override
    public @Nullable Segment segment(long id) {
        Run run = runs.get(id);
        return run == null ? null : run.row;
    }

    @Override
    public List<Segment> chain(long id) {
        List<Segment> chain = new ArrayList<>();
        Segment next = segment(id);
        while (next != null) {
            chain.add(next);
            next = next.parent() == null ? null : segment(next.parent().segment());
        }
        return chain;
    }

    @Override
    public List<Segment> below(long id) {
        return rows(below.getOrDefault(id, Set.of()));
    }

    @Override
    public List<Segment> ownedBy(SessionId owner) {
        return rows(owned.getOrDefault(owner, new TreeSet<>()));
    }

    private List<Segment> rows(Set<Long> ids) {
        return ids.stream().map(id -> run(id).row).toList();
    }

    @Override
    public List<Segment> leafSegments(SessionId owner, long after, int limit) {
        return ownedBy(owner).stream()
                .filter(segment -> segment.lastMessage() != Segment.NO_MESSAGE && segment.lastSequence() > after)
                .filter(segment -> !continues(owner, segment.id(), segment.lastMessage()))
                .sorted(Comparator.comparingLong(Segment::lastSequence))
                .limit(limit)
                .toList();
    }

    @Override
    public boolean continues(SessionId owner, long segment, int from) {
        return below(segment).stream()
                .anyMatch(child -> child.hasMessages()
                        && owner.equals(child.owner())
                        && Objects.requireNonNull(child.parent()).index() >= from);
    }

    @Override
    public int lastOrigin(long segment) {
        return sessions.lastOrigin(segment);
    }

    @Override
    public int lastBelow(long segment) {
        return below(segment).stream()
                .mapToInt(child -> Objects.requireNonNull(child.parent()).index())
                .max()
                .orElse(-1);
    }

    @Override
    public List<StoredSession> forkedIn(long segment) {
        return sessions.forkedIn(segment);
    }

    @Override
    public List<NodeHeader> find(long tree, MessageId id) {
        return messages.getOrDefault(new MessageKey(tree, id), List.of()).stream()
                .map(ref -> node(ref).header())
                .sorted(Comparator.comparingLong(NodeHeader::sequence))
                .toList();
    }

    @Override
    public @Nullable NodeHeader header(NodeRef ref) {
        Run run = runs.get(ref.segment());
        return run == null || ref.index() >= run.nodes.size()
                ? null
                : run.nodes.get(ref.index()).header();
    }

    @Override
    public @Nullable StoredNode last(long segment, int upTo, Set<NodeKind> kinds) {
        Run run = run(segment);
        int found = -1;
        for (NodeKind kind : kinds) {
            found = Math.max(found, COMMON.contains(kind) ? -1 : lastRare(run, kind, upTo));
        }
        if (!Collections.disjoint(kinds, COMMON)) {
            for (int i = Math.min(upTo, run.nodes.size() - 1); i > found; i--) {
                if (kinds.contains(run.nodes.get(i).header().kind())) {
                    return run.nodes.get(i);
                }
            }
        }
        return found < 0 ? null : run.nodes.get(found);
    }

    private static int lastRare(Run run, NodeKind kind, int upTo) {
        TreeSet<Integer> places = run.rare.get(kind);
        Integer last = places == null ? null : places.floor(upTo);
        return last == null ? -1 : last;
    }

    @Override
    public List<StoredNode> nodes(long segment, int from, int to) {
        List<StoredNode> nodes = run(segment).nodes;
        int end = Math.min(to, nodes.size());
        return from >= end ? List.of() : List.copyOf(nodes.subList(from, end));
    }

    @Override
    public List<NodeHeader> headers(long segment, int from, int to) {
        List<StoredNode> nodes = run(segment).nodes;
        return IntStream.range(from, Math.max(from, Math.min(to, nodes.size())))
                .mapToObj(i -> nodes.get(i).header())
                .toList();
    }

    @Override
    public Map<NodeRef, String> labels(SessionId session) {
        return Map.copyOf(labels.getOrDefault(session, Map.of()));
    }

    @Override
    public void lockTree(long tree) {
        // The transaction has the whole store.
    }

    @Override
    public @Nullable StoredSession lockSession(SessionId id) {
        return sessions.find(id);
    }

    @Override
    public long sequence(int count) {
        long first = lastSequence + 1;
        lastSequence += count;
        return first;
    }

    @Override
    public long newTree() {
        return ++lastTree;
    }

    @Override
    public void releaseTree(long tree) {
        // A tree is nothing but its sessions and segments.
    }

    @Override
    public long newSegment() {
        return ++lastSegment;
    }

    @Override
    public boolean insert(StoredSession session) {
        if (sessions.find(session.id()) != null) {
            return false;
        }
        change(() -> sessions.add(session), () -> sessions.remove(session));
        return true;
    }

    @Override
    public void update(StoredSession session) {
        StoredSession old = Objects.requireNonNull(sessions.find(session.id()), "no such session");
        change(() -> sessions.replace(old, session), () -> sessions.replace(session, old));
    }

    @Override
    public void delete(SessionId id) {
        StoredSession old = Objects.requireNonNull(sessions.find(id), "no such session");
        for (StoredSession fork : sessions.forks(id)) {
            update(fork.change().parent(null).unnoticed());
        }
        for (Segment segment : ownedBy(id)) {
            update(new Segment(
                    segment.id(),
                    segment.tree(),
                    segment.parent(),
                    null,
                    segment.length(),
                    segment.lastMessage(),
                    segment.lastSequence(),
                    segment.hasMessages()));
        }
        Map<NodeRef, String> labelled = labels.get(id);
        if (labelled != null) {
            change(() -> labels.remove(id), () -> labels.put(id, labelled));
        }
        change(() -> sessions.remove(old), () -> sessions.add(old));
    }

    @Override
    public void insert(Segment segment) {
        Run run = new Run(segment);
        change(() -> link(run), () -> unlink(run));
    }

    @Override
    public void update(Segment segment) {
        Run run = run(segment.id());
        Segment old = run.row;
        change(() -> relink(run, segment), () -> relink(run, old));
    }

    private void relink(Run run, Segment row) {
        if (Objects.equals(run.row.owner(), row.owner())) {
            run.row = row;
            return;
        }
        unlink(run);
        run.row = row;
        link(run);
    }

    private void link(Run run) {
        Segment row = run.row;
        runs.put(row.id(), run);
        if (row.parent() != null) {
            below.computeIfAbsent(row.parent().segment(), any -> new TreeSet<>())
                    .add(row.id());
        }
        if (row.owner() != null) {
            owned.computeIfAbsent(row.owner(), any -> new TreeSet<>()).add(row.id());
        }
    }

    private void unlink(Run run) {
        Segment row = run.row;
        runs.remove(row.id());
        if (row.parent() != null) {
            Indexes.remove(below, row.parent().segment(), row.id());
        }
        if (row.owner() != null) {
            Indexes.remove(owned, row.owner(), row.id());
        }
    }

    @Override
    public void deleteSegment(long id) {
        truncate(id, 0);
        Run run = run(id);
        change(() -> unlink(run), () -> link(run));
    }

    @Override
    public void insert(List<StoredNode> nodes) {
        for (StoredNode node : nodes) {
            Run run = run(node.header().ref().segment());
            if (node.header().ref().index() != run.nodes.size()) {
                throw new IllegalStateException("the place " + node.header().ref() + " is not the next one");
            }
            change(() -> push(run, node), () -> pop(run));
        }
    }

    private void push(Run run, StoredNode node) {
        run.nodes.add(node);
        NodeHeader header = node.header();
        if (!COMMON.contains(header.kind())) {
            run.rare
                    .computeIfAbsent(header.kind(), any -> new TreeSet<>())
                    .add(header.ref().index());
        }
        MessageId id = node.header().messageId();
        if (id != null) {
            messages.computeIfAbsent(new MessageKey(run.row.tree(), id), any -> new ArrayList<>())
                    .add(node.header().ref());
        }
    }

    private void pop(Run run) {
        StoredNode node = run.nodes.remove(run.nodes.size() - 1);
        NodeHeader header = node.header();
        if (!COMMON.contains(header.kind())) {
            Indexes.remove(run.rare, header.kind(), header.ref().index());
        }
        MessageId id = node.header().messageId();
        if (id != null) {
            Indexes.remove(
                    messages, new MessageKey(run.row.tree(), id), node.header().ref());
        }
    }

    @Override
    public void truncate(long segment, int from) {
        Run run = run(segment);
        for (Map<NodeRef, String> labelled : labels.values()) {
            for (NodeRef ref : List.copyOf(labelled.keySet())) {
                if (ref.segment() == segment && ref.index() >= from) {
                    String label = Objects.requireNonNull(labelled.get(ref));
                    change(() -> labelled.remove(ref), () -> labelled.put(ref, label));
                }
            }
        }
        while (run.nodes.size() > from) {
            StoredNode node = run.nodes.get(run.nodes.size() - 1);
            change(() -> pop(run), () -> push(run, node));
        }
    }

    @Override
    public void label(SessionId session, NodeRef node, @Nullable String label) {
        Map<NodeRef, String> labelled = labels.computeIfAbsent(session, any -> new HashMap<>());
        String old = labelled.get(node);
        change(() -> put(labelled, node, label), () -> put(labelled, node, old));
    }

    private static void put(Map<NodeRef, String> labelled, NodeRef node, @Nullable String label) {
        if (label == null) {
            labelled.remove(node);
        } else {
            labelled.put(node, label);
        }
    }

    @Override
    public void renew(Lease lease) {
        for (StoredSession session : sessions.heldBy(lease.holder())) {
            Lease renewed = new Lease(lease.holder(), session.lease().token(), lease.expiresAt());
            update(session.change().lease(renewed).unnoticed());
        }
    }

    private StoredNode node(NodeRef ref) {
        return run(ref.segment()).nodes.get(ref.index());
    }

    private Run run(long id) {
        return Objects.requireNonNull(runs.get(id), "no such segment");
    }
}
