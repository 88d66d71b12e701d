package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeHeader;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Origin;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a tree as one session sees it: what it inherited, and all that it added itself. */
final class TreeReader {

    private final StoreView view;
    private final StoredSession session;
    private final SessionRepositoryOptions options;

    TreeReader(StoreView view, StoredSession session, SessionRepositoryOptions options) {
        this.view = view;
        this.session = session;
        this.options = options;
    }

    /** Returns whether the session sees a node, if there is one. */
    boolean sees(NodeRef ref) {
        return reaches(ref) && view.header(ref) != null;
    }

    /** Returns whether the session sees a place, where a node has been found. */
    boolean reaches(NodeRef ref) {
        NodeRef head = session.head();
        if (head != null && head.segment() == ref.segment() && ref.index() <= head.index()) {
            return true; // The session sees its active path.
        }
        Segment segment = view.segment(ref.segment());
        if (segment == null) {
            return false;
        }
        if (session.id().equals(segment.owner())) {
            return true;
        }
        Origin origin = session.origin();
        return origin != null && origin.point() != null && Paths.contains(view, origin.point(), ref);
    }

    /** Returns whether the session itself has stored a node, and may go on behind it. */
    boolean owns(NodeRef ref) {
        Segment segment = view.segment(ref.segment());
        return segment != null && session.id().equals(segment.owner());
    }

    /** Returns the nodes with a message id that the session sees, in the order in which they were stored. */
    List<NodeHeader> candidates(MessageId id) {
        return view.find(session.tree(), id).stream()
                .filter(header -> reaches(header.ref()))
                .toList();
    }

    /**
     * The node with a message id: its last one where something else came between.
     *
     * @param kind what it must be; null when that does not matter
     */
    @Nullable
    NodeHeader locate(MessageId id, @Nullable NodeKind kind) {
        List<NodeHeader> found = candidates(id);
        if (kind != null) {
            boolean agent = kind == NodeKind.AGENT;
            found = found.stream()
                    .filter(header -> header.kind() == kind || (agent && header.kind() == NodeKind.SUMMARY))
                    .toList();
        }
        if (found.isEmpty()) {
            return null;
        }
        Set<NodeKind> kinds = EnumSet.noneOf(NodeKind.class);
        found.forEach(header -> kinds.add(header.kind()));
        if (kinds.contains(NodeKind.USER) && kinds.size() > 1) {
            throw BranchException.message(
                    BranchException.AMBIGUOUS, id, "Messages of the user and of the agent have this id; say which");
        }
        boolean thoughtToo = kinds.size() > 1;
        return found.stream()
                .filter(header -> !thoughtToo || header.kind() != NodeKind.THOUGHT)
                .max(Comparator.comparingLong(NodeHeader::sequence))
                .orElseThrow();
    }

    NodeHeader require(MessageId id) {
        NodeHeader found = locate(id, null);
        if (found == null) {
            throw BranchException.unknownMessage(id);
        }
        return found;
    }

    /**
     * The last message of the branch that a message names: summaries that were stored behind it when it was the last one of its
     * branch are part of that branch.
     */
    NodeHeader withSummaries(NodeHeader message) {
        NodeHeader last = message;
        for (NodeHeader next = first(last); next != null && next.kind() == NodeKind.SUMMARY; next = first(last)) {
            last = next;
        }
        return last;
    }

    /** Returns the message that was stored first of those that follow a message; null when the session sees none. */
    private @Nullable NodeHeader first(NodeHeader message) {
        NodeRef ref = message.ref();
        NodeHeader next = Paths.nextMessage(view, ref.segment(), ref.index());
        int end = next == null ? Integer.MAX_VALUE : next.ref().index() - 1;
        NodeHeader first = next != null && reaches(next.ref()) ? next : null;
        for (Segment segment : view.below(ref.segment())) {
            NodeRef parent = Objects.requireNonNull(segment.parent());
            if (parent.index() < ref.index() || parent.index() > end || !sees(new NodeRef(segment.id(), 0))) {
                continue;
            }
            NodeHeader other = Paths.nextMessage(view, segment.id(), -1);
            if (other != null && reaches(other.ref()) && (first == null || other.sequence() < first.sequence())) {
                first = other;
            }
        }
        return first;
    }

    /** Returns where a path ends when nothing is said. */
    @Nullable
    NodeRef end() {
        if (options.leaf() == SessionRepositoryOptions.LeafPolicy.HEAD || session.turn() != null) {
            return session.head();
        }
        NodeRef newest = newest();
        return newest == null ? session.head() : newest;
    }

    /** Returns what a node follows when nothing is said. */
    @Nullable
    NodeRef nextParent() {
        if (options.parent() == SessionRepositoryOptions.ParentPolicy.HEAD || session.turn() != null) {
            return session.head();
        }
        NodeRef newest = newest();
        return newest == null ? session.head() : newest;
    }

    /**
     * The end of the branch with the message that the session has stored last, or has inherited last where it has stored
     * none. That message is a leaf, since whatever follows a message is newer.
     */
    private @Nullable NodeRef newest() {
        Segment newest = view.ownedBy(session.id()).stream()
                .filter(segment -> segment.lastMessage() != Segment.NO_MESSAGE)
                .max(Comparator.comparingLong(Segment::lastSequence))
                .orElse(null);
        if (newest == null) {
            Origin origin = session.origin();
            NodeRef point = origin == null ? null : origin.point();
            return leadsTo(Paths.lastMessage(view, point)) ? session.head() : point;
        }
        NodeHeader message = Paths.header(view, new NodeRef(newest.id(), newest.lastMessage()));
        return leadsTo(message) ? session.head() : Paths.trailing(view, message.ref());
    }

    /** Returns whether a message is the last one of the active branch, with whatever came after it. */
    private boolean leadsTo(@Nullable NodeHeader message) {
        return Objects.equals(message, Paths.lastMessage(view, session.head()));
    }

    NodePage page(PathQuery query) {
        NodeRef end = query.leaf() == null
                ? end()
                : withSummaries(require(query.leaf())).ref();
        if (end == null) {
            return new NodePage(List.of(), null, null);
        }
        NodeRef cursor = query.cursor() == null ? null : Cursors.node(query.cursor());
        if (cursor != null && (!sees(cursor) || !Paths.contains(view, end, cursor))) {
            throw Cursors.invalid();
        }
        List<StoredNode> nodes = query.backward()
                ? Paths.upTo(view, cursor == null ? end : Paths.parent(view, cursor), query.limit())
                : Paths.after(view, end, cursor, query.limit());
        if (nodes.isEmpty()) {
            return new NodePage(List.of(), null, null);
        }
        NodeRef first = nodes.get(0).header().ref();
        NodeRef last = nodes.get(nodes.size() - 1).header().ref();
        return new NodePage(
                nodes(nodes),
                Paths.parent(view, first) == null ? null : first.toString(),
                last.equals(end) ? null : last.toString());
    }

    LeafPage leaves(@Nullable String cursor, int limit) {
        long after = cursor == null ? 0 : Cursors.number(cursor);
        List<NodeHeader> found = new ArrayList<>();
        NodeHeader inherited = inheritedLeaf();
        if (inherited != null && inherited.sequence() > after) {
            found.add(inherited);
        }
        for (Segment segment : view.leafSegments(session.id(), after, limit + 1 - found.size())) {
            found.add(Paths.header(view, new NodeRef(segment.id(), segment.lastMessage())));
        }
        boolean more = found.size() > limit;
        List<NodeHeader> page = more ? found.subList(0, limit) : found;
        NodeHeader active = Paths.lastMessage(view, session.head());
        return new LeafPage(
                page.stream()
                        .map(header -> new Leaf(
                                header.ref(),
                                Objects.requireNonNull(header.messageId()),
                                header.depth(),
                                header.createdAt(),
                                header.equals(active)))
                        .toList(),
                more ? Cursors.of(page.get(limit - 1).sequence()) : null);
    }

    /** Returns the last inherited message, unless the session has gone on from there. */
    private @Nullable NodeHeader inheritedLeaf() {
        NodeRef point = session.origin() == null ? null : session.origin().point();
        NodeHeader message = Paths.lastMessage(view, point);
        if (point == null || message == null) {
            return null;
        }
        for (Paths.Range range : Paths.ranges(view, point)) {
            boolean last = range.segment().id() == message.ref().segment();
            if (view.continues(
                    session.id(), range.segment().id(), last ? message.ref().index() : 0)) {
                return null;
            }
            if (last) {
                return message;
            }
        }
        throw new IllegalStateException("the last message of a path is on it");
    }

    Comparison compare(MessageId left, MessageId right) {
        NodeRef one = require(left).ref();
        NodeRef other = require(right).ref();
        NodeRef common = Paths.common(view, one, other);
        return new Comparison(
                Paths.lastMessage(view, common),
                Paths.messages(view, one, common),
                Paths.messages(view, other, common));
    }

    /** Returns what the model is to see of a path. */
    List<Node> context(@Nullable NodeRef end) {
        StoredNode compaction = Paths.last(view, end, Set.of(NodeKind.COMPACTION));
        if (compaction == null) {
            return nodes(Paths.nodes(view, end, null));
        }
        NodeRef before = Paths.parent(view, compaction.header().ref());
        List<StoredNode> context = new ArrayList<>(Paths.nodes(view, end, before));
        StoredNode turn = Paths.last(view, before, Set.of(NodeKind.USER, NodeKind.TURN_END));
        if (turn != null && turn.header().kind() == NodeKind.USER && isInTurn(context)) {
            // The context was compacted during the response to this message, which the model still needs.
            context.add(1, turn);
        }
        return nodes(context);
    }

    /** Returns whether a compaction, with the nodes after it, is a part of the turn that a message before it began. */
    private boolean isInTurn(List<StoredNode> compactionAndLater) {
        for (StoredNode node : compactionAndLater) {
            switch (node.header().kind()) {
                case USER -> {
                    return false;
                }
                case AGENT, THOUGHT, TOOL, PLAN, TURN_END -> {
                    return true;
                }
                default -> {
                    // Settings and summaries are stored between turns too.
                }
            }
        }
        return session.turn() != null;
    }

    static List<Node> nodes(List<StoredNode> stored) {
        return stored.stream().map(Node::new).toList();
    }
}
