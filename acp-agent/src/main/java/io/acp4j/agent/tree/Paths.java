package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Walks the paths of a tree, segment by segment. Knows nothing of sessions. */
final class Paths {

    static final Set<NodeKind> MESSAGES = Arrays.stream(NodeKind.values())
            .filter(NodeKind::isMessage)
            .collect(Collectors.collectingAndThen(
                    Collectors.toCollection(() -> EnumSet.noneOf(NodeKind.class)), Collections::unmodifiableSet));

    /** How many nodes are read at once where few are expected. */
    private static final int STEP = 64;

    private Paths() {}

    /** A part of a path: the nodes of a segment from its beginning to an index. */
    record Range(Segment segment, int last) {}

    /** Returns the parts of the path to a node, the last one first. */
    static List<Range> ranges(StoreView view, NodeRef end) {
        List<Range> ranges = new ArrayList<>();
        int last = end.index();
        for (Segment segment : view.chain(end.segment())) {
            ranges.add(new Range(segment, last));
            last = segment.parent() == null ? -1 : segment.parent().index();
        }
        return ranges;
    }

    /** Returns whether a node is on the path to another one. */
    static boolean contains(StoreView view, NodeRef end, NodeRef node) {
        if (end.segment() == node.segment()) {
            return node.index() <= end.index();
        }
        if (node.segment() > end.segment()) {
            return false; // A segment only ever hangs on an older one.
        }
        for (Segment segment : view.chain(end.segment())) {
            NodeRef parent = segment.parent();
            if (parent != null && parent.segment() == node.segment()) {
                return node.index() <= parent.index();
            }
        }
        return false;
    }

    /** Returns the node that a node follows; null when it is the first of a conversation. */
    static @Nullable NodeRef parent(StoreView view, NodeRef node) {
        return node.index() > 0
                ? new NodeRef(node.segment(), node.index() - 1)
                : Objects.requireNonNull(view.segment(node.segment())).parent();
    }

    /**
     * The end of the branch that a message is the last one of: what trails the message in its segment. Null when another
     * message follows there.
     */
    static @Nullable NodeRef trailing(StoreView view, NodeRef message) {
        StoredNode.Header last = scan(view, message.segment(), message.index());
        return last == null ? message : last.kind().isMessage() ? null : last.ref();
    }

    /** Returns the next message behind a node in its segment, of which -1 is the beginning; null when there is none. */
    static StoredNode.@Nullable Header nextMessage(StoreView view, long segment, int index) {
        StoredNode.Header last = scan(view, segment, index);
        return last != null && last.kind().isMessage() ? last : null;
    }

    /** Returns the next node of some kinds after a node in its segment; null if there is no such node. */
    static StoredNode.@Nullable Header next(StoreView view, NodeRef node, Set<NodeKind> kinds) {
        for (int from = node.index() + 1; ; from += STEP) {
            List<StoredNode.Header> next = view.headers(node.segment(), from, from + STEP);
            for (StoredNode.Header header : next) {
                if (kinds.contains(header.kind())) {
                    return header;
                }
            }
            if (next.size() < STEP) {
                return null;
            }
        }
    }

    /**
     * Returns the next message behind a node in its segment, else the last node of the segment; null when nothing
     * follows.
     */
    private static StoredNode.@Nullable Header scan(StoreView view, long segment, int index) {
        StoredNode.Header last = null;
        int from = index + 1;
        while (true) {
            List<StoredNode.Header> next = view.headers(segment, from, from + STEP);
            for (StoredNode.Header header : next) {
                last = header;
                if (header.kind().isMessage()) {
                    return header;
                }
            }
            if (next.size() < STEP) {
                return last;
            }
            from += STEP;
        }
    }

    /** Returns the last node of some kinds on a path; null when it has none. */
    static @Nullable StoredNode last(StoreView view, @Nullable NodeRef end, Set<NodeKind> kinds) {
        NodeRef at = end;
        while (at != null) {
            StoredNode found = view.last(at.segment(), at.index(), kinds);
            if (found != null) {
                return found;
            }
            at = Objects.requireNonNull(view.segment(at.segment())).parent();
        }
        return null;
    }

    /** Returns the last message of a path; null when it has none. */
    static StoredNode.@Nullable Header lastMessage(StoreView view, @Nullable NodeRef end) {
        StoredNode found = last(view, end, MESSAGES);
        return found == null ? null : found.header();
    }

    /** Returns how many messages a path has. */
    static int depth(StoreView view, @Nullable NodeRef end) {
        return end == null ? 0 : header(view, end).depth();
    }

    /** Returns what a node is that must be there. */
    static StoredNode.Header header(StoreView view, NodeRef ref) {
        return Objects.requireNonNull(view.header(ref), () -> "node " + ref + " is gone");
    }

    /** All nodes of a path, or those after one of its nodes. */
    static List<StoredNode> nodes(StoreView view, @Nullable NodeRef end, @Nullable NodeRef after) {
        List<StoredNode> nodes = new ArrayList<>();
        for (Range range : since(view, end, after)) {
            int from = after != null && after.segment() == range.segment().id() ? after.index() + 1 : 0;
            nodes.addAll(view.nodes(range.segment().id(), from, range.last() + 1));
        }
        return nodes;
    }

    /** Returns the messages of a path, or those after one of its nodes. */
    static List<StoredNode.Header> messages(StoreView view, @Nullable NodeRef end, @Nullable NodeRef after) {
        List<StoredNode.Header> messages = new ArrayList<>();
        for (Range range : since(view, end, after)) {
            int from = after != null && after.segment() == range.segment().id() ? after.index() + 1 : 0;
            for (StoredNode.Header header : view.headers(range.segment().id(), from, range.last() + 1)) {
                if (header.kind().isMessage()) {
                    messages.add(header);
                }
            }
        }
        return messages;
    }

    /** Returns the parts of a path from the segment of one of its nodes on, the first one first. */
    private static List<Range> since(StoreView view, @Nullable NodeRef end, @Nullable NodeRef after) {
        if (end == null) {
            return List.of();
        }
        List<Range> parts = new ArrayList<>();
        for (Range range : ranges(view, end)) {
            parts.add(range);
            if (after != null && range.segment().id() == after.segment()) {
                break;
            }
        }
        Collections.reverse(parts);
        return parts;
    }

    /** Returns the nodes up to one, as many as there are, at most so many. */
    static List<StoredNode> upTo(StoreView view, @Nullable NodeRef last, int limit) {
        List<List<StoredNode>> parts = new ArrayList<>();
        int missing = limit;
        NodeRef at = last;
        while (at != null && missing > 0) {
            List<StoredNode> part = view.nodes(at.segment(), Math.max(0, at.index() - missing + 1), at.index() + 1);
            parts.add(part);
            missing -= part.size();
            at = missing > 0
                    ? Objects.requireNonNull(view.segment(at.segment())).parent()
                    : null;
        }
        List<StoredNode> nodes = new ArrayList<>();
        for (int i = parts.size() - 1; i >= 0; i--) {
            nodes.addAll(parts.get(i));
        }
        return nodes;
    }

    /** Returns the nodes of a path after one of its nodes, or from its beginning, at most so many. */
    static List<StoredNode> after(StoreView view, NodeRef end, @Nullable NodeRef after, int limit) {
        List<StoredNode> nodes = new ArrayList<>();
        for (Range range : since(view, end, after)) {
            int from = after != null && after.segment() == range.segment().id() ? after.index() + 1 : 0;
            int to = Math.min(range.last() + 1, from + limit - nodes.size());
            nodes.addAll(view.nodes(range.segment().id(), from, to));
            if (nodes.size() == limit) {
                break;
            }
        }
        return nodes;
    }

    /** Returns the last node that a path and another one share; null when they share none. */
    static @Nullable NodeRef common(StoreView view, NodeRef left, NodeRef right) {
        List<Range> lefts = ranges(view, left);
        List<Range> rights = ranges(view, right);
        NodeRef common = null;
        for (int i = 1; i <= Math.min(lefts.size(), rights.size()); i++) {
            Range one = lefts.get(lefts.size() - i);
            Range other = rights.get(rights.size() - i);
            if (one.segment().id() != other.segment().id()) {
                break;
            }
            common = new NodeRef(one.segment().id(), Math.min(one.last(), other.last()));
            if (one.last() != other.last()) {
                break;
            }
        }
        return common;
    }

    /** Returns the end of the message with a number on a path, from 1 to the depth of the path. */
    static StoredNode.Header message(StoreView view, NodeRef end, int number) {
        for (Range range : ranges(view, end)) {
            if (depth(view, range.segment().parent()) < number) {
                int last = lastOfDepth(view, range, number);
                return Objects.requireNonNull(view.last(range.segment().id(), last, MESSAGES))
                        .header();
            }
        }
        throw new IllegalStateException("a path of a depth has that many messages");
    }

    /** Returns the last index of a range up to which the path has no more messages than a number: depths only rise. */
    private static int lastOfDepth(StoreView view, Range range, int number) {
        int low = 0;
        int high = range.last();
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (header(view, new NodeRef(range.segment().id(), middle)).depth() <= number) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
