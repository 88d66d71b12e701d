package io.acp4j.agent.internal.memory;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The segments of the in-memory store with their nodes, and the indexes on them. */
final class InMemorySegments {

    /** A segment and its nodes, each at its index. */
    static final class Run {
        private Segment row;
        private final ArrayList<StoredNode> nodes = new ArrayList<>();

        /** The indexes of the nodes whose kind is rare, by kind. */
        private final Map<NodeKind, TreeSet<Integer>> rare = new EnumMap<>(NodeKind.class);

        Run(Segment row) {
            this.row = row;
        }

        Segment row() {
            return row;
        }

        int length() {
            return nodes.size();
        }

        StoredNode node(int index) {
            return nodes.get(index);
        }

        /** Returns the nodes from one index up to another, which is left out; fewer where it has fewer. */
        List<StoredNode> nodes(int from, int to) {
            int end = Math.min(to, nodes.size());
            return from >= end ? List.of() : List.copyOf(nodes.subList(from, end));
        }

        /** Returns the last node of some kinds up to an index, which is included. */
        @Nullable
        StoredNode last(int upTo, Set<NodeKind> kinds) {
            int found = -1;
            for (NodeKind kind : kinds) {
                found = Math.max(found, COMMON.contains(kind) ? -1 : lastRare(kind, upTo));
            }
            if (!Collections.disjoint(kinds, COMMON)) {
                for (int i = Math.min(upTo, nodes.size() - 1); i > found; i--) {
                    if (kinds.contains(nodes.get(i).header().kind())) {
                        return nodes.get(i);
                    }
                }
            }
            return found < 0 ? null : nodes.get(found);
        }

        private int lastRare(NodeKind kind, int upTo) {
            TreeSet<Integer> places = rare.get(kind);
            Integer last = places == null ? null : places.floor(upTo);
            return last == null ? -1 : last;
        }
    }

    /** The kinds of which there is at least one in a turn. */
    private static final Set<NodeKind> COMMON =
            EnumSet.of(NodeKind.USER, NodeKind.AGENT, NodeKind.THOUGHT, NodeKind.TOOL, NodeKind.TURN_END);

    private record MessageKey(long tree, MessageId id) {}

    private final Map<Long, Run> runs = new HashMap<>();
    private final Map<Long, Set<Long>> below = new HashMap<>();
    private final Map<SessionId, TreeSet<Long>> owned = new HashMap<>();
    private final Map<MessageKey, List<NodeRef>> messages = new HashMap<>();

    @Nullable
    Run find(long id) {
        return runs.get(id);
    }

    Run get(long id) {
        return Objects.requireNonNull(runs.get(id), "no such segment");
    }

    List<Segment> below(long id) {
        return rows(below.getOrDefault(id, Set.of()));
    }

    List<Segment> ownedBy(SessionId owner) {
        return rows(owned.getOrDefault(owner, new TreeSet<>()));
    }

    private List<Segment> rows(Set<Long> ids) {
        return ids.stream().map(id -> get(id).row).toList();
    }

    /** Returns the nodes of a message, in any order. */
    List<NodeRef> nodesOf(long tree, MessageId id) {
        return messages.getOrDefault(new MessageKey(tree, id), List.of());
    }

    void add(Run run) {
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

    void remove(Run run) {
        Segment row = run.row;
        runs.remove(row.id());
        if (row.parent() != null) {
            Indexes.remove(below, row.parent().segment(), row.id());
        }
        if (row.owner() != null) {
            Indexes.remove(owned, row.owner(), row.id());
        }
    }

    void replace(Run run, Segment row) {
        if (Objects.equals(run.row.owner(), row.owner())) {
            run.row = row;
            return;
        }
        remove(run);
        run.row = row;
        add(run);
    }

    void push(Run run, StoredNode node) {
        run.nodes.add(node);
        StoredNode.Header header = node.header();
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

    void pop(Run run) {
        StoredNode node = run.nodes.remove(run.nodes.size() - 1);
        StoredNode.Header header = node.header();
        if (!COMMON.contains(header.kind())) {
            Indexes.remove(run.rare, header.kind(), header.ref().index());
        }
        MessageId id = node.header().messageId();
        if (id != null) {
            Indexes.remove(
                    messages, new MessageKey(run.row.tree(), id), node.header().ref());
        }
    }
}
