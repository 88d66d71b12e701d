package io.acp4j.agent.internal.memory;

import io.acp4j.agent.internal.memory.InMemorySegments.Run;
import io.acp4j.agent.store.Lease;
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
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of the in-memory store, with an undo for each change; guarded by the store's lock. */
public final class InMemoryTables implements StoreTransaction {

    private final InMemorySessions sessions = new InMemorySessions();
    private final InMemorySegments segments = new InMemorySegments();
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
        Run run = segments.find(id);
        return run == null ? null : run.row();
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
        return segments.below(id);
    }

    @Override
    public List<Segment> ownedBy(SessionId owner) {
        return segments.ownedBy(owner);
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
    public List<StoredNode.Header> find(long tree, MessageId id) {
        return segments.nodesOf(tree, id).stream()
                .map(ref -> segments.get(ref.segment()).node(ref.index()).header())
                .sorted(Comparator.comparingLong(StoredNode.Header::sequence))
                .toList();
    }

    @Override
    public StoredNode.@Nullable Header header(NodeRef ref) {
        Run run = segments.find(ref.segment());
        return run == null || ref.index() >= run.length()
                ? null
                : run.node(ref.index()).header();
    }

    @Override
    public @Nullable StoredNode last(long segment, int upTo, Set<NodeKind> kinds) {
        return segments.get(segment).last(upTo, kinds);
    }

    @Override
    public List<StoredNode> nodes(long segment, int from, int to) {
        return segments.get(segment).nodes(from, to);
    }

    @Override
    public List<StoredNode.Header> headers(long segment, int from, int to) {
        return nodes(segment, from, to).stream().map(StoredNode::header).toList();
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
            update(fork.toBuilder().parent(null).build());
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
        change(() -> segments.add(run), () -> segments.remove(run));
    }

    @Override
    public void update(Segment segment) {
        Run run = segments.get(segment.id());
        Segment old = run.row();
        change(() -> segments.replace(run, segment), () -> segments.replace(run, old));
    }

    @Override
    public void deleteSegment(long id) {
        truncate(id, 0);
        Run run = segments.get(id);
        change(() -> segments.remove(run), () -> segments.add(run));
    }

    @Override
    public void insert(List<StoredNode> nodes) {
        for (StoredNode node : nodes) {
            Run run = segments.get(node.header().ref().segment());
            if (node.header().ref().index() != run.length()) {
                throw new IllegalStateException("the place " + node.header().ref() + " is not the next one");
            }
            change(() -> segments.push(run, node), () -> segments.pop(run));
        }
    }

    @Override
    public void truncate(long segment, int from) {
        Run run = segments.get(segment);
        for (Map<NodeRef, String> labelled : labels.values()) {
            for (NodeRef ref : List.copyOf(labelled.keySet())) {
                if (ref.segment() == segment && ref.index() >= from) {
                    String label = Objects.requireNonNull(labelled.get(ref));
                    change(() -> labelled.remove(ref), () -> labelled.put(ref, label));
                }
            }
        }
        while (run.length() > from) {
            StoredNode node = run.node(run.length() - 1);
            change(() -> segments.pop(run), () -> segments.push(run, node));
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
            update(session.toBuilder().lease(renewed).build());
        }
    }
}
