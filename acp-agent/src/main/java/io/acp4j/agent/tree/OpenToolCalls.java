package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds the tool calls that a path would leave dangling if it ended somewhere. */
final class OpenToolCalls {

    /** How many nodes are read at once; most turns have fewer. */
    private static final int STEP = 64;

    /** What calls of a turn are among, and what begins the turn or ends the one before it. */
    private static final Set<NodeKind> DECISIVE =
            Collections.unmodifiableSet(EnumSet.of(NodeKind.TOOL, NodeKind.USER, NodeKind.TURN_END));

    /** The messages and tool calls that continue a turn, and its end. */
    private static final Set<NodeKind> CONTINUATION_OR_END = Collections.unmodifiableSet(
            EnumSet.of(NodeKind.TOOL, NodeKind.USER, NodeKind.AGENT, NodeKind.SUMMARY, NodeKind.TURN_END));

    private OpenToolCalls() {}

    /**
     * Returns the calls of the last turn of a path that have not come to their end on it, in the order they were
     * announced.
     */
    static Set<ToolCallId> of(StoreView view, @Nullable NodeRef end) {
        // Most turns have no call before the place in question, which one node says without its turn being read.
        return openAt(view, Paths.last(view, end, DECISIVE));
    }

    /**
     * Returns the node at which a branch that contains a node can end. This is the end of the turn if it is the next node, since calls
     * end with their turn; otherwise the node itself. If calls are open there, it is the end of the turn, provided that no message and
     * no tool call precedes it. Null if calls are open and the turn continues with one of these.
     *
     * @param reached whether the session sees the place of a node
     */
    static StoredNode.@Nullable Header boundary(StoreView view, StoredNode.Header node, Predicate<NodeRef> reached) {
        // One query is enough in most cases: the next node is the end of the turn, or is not decisive.
        NodeRef next = new NodeRef(node.ref().segment(), node.ref().index() + 1);
        StoredNode last = Paths.last(view, next, DECISIVE);
        if (last != null && last.header().ref().equals(next)) {
            if (last.header().kind() == NodeKind.TURN_END && reached.test(next)) {
                return last.header();
            }
            last = Paths.last(view, node.ref(), DECISIVE);
        }
        if (openAt(view, last).isEmpty()) {
            return node;
        }
        StoredNode.Header end = Paths.next(view, node.ref(), CONTINUATION_OR_END);
        return end != null && end.kind() == NodeKind.TURN_END && reached.test(end.ref()) ? end : null;
    }

    /** Returns the open calls at the last decisive node of a path. */
    private static Set<ToolCallId> openAt(StoreView view, @Nullable StoredNode last) {
        if (last == null || last.header().kind() != NodeKind.TOOL) {
            return Set.of();
        }
        Set<ToolCallId> open = new LinkedHashSet<>();
        for (StoredNode node : lastTurn(view, last.header().ref())) {
            if (node.header().kind() == NodeKind.TOOL) {
                for (SessionUpdate update : new HistoryEntry(node).updates()) {
                    follow(update, open);
                }
            }
        }
        return open;
    }

    private static void follow(SessionUpdate update, Set<ToolCallId> open) {
        if (update instanceof ToolCall call) {
            follow(call.toolCallId(), call.status(), open);
        } else if (update instanceof ToolCallUpdate change && !change.status().isUnchanged()) {
            follow(change.toolCallId(), change.status().value(), open);
        }
    }

    private static void follow(ToolCallId id, @Nullable ToolCallStatus status, Set<ToolCallId> open) {
        if (ToolCallStatus.COMPLETED.equals(status)
                || ToolCallStatus.FAILED.equals(status)
                || ToolCallStatus.CANCELLED.equals(status)) {
            open.remove(id);
        } else {
            open.add(id);
        }
    }

    /** Returns the nodes behind the last end of a turn, which the last message of the user begins. */
    private static Iterable<StoredNode> lastTurn(StoreView view, @Nullable NodeRef end) {
        Deque<StoredNode> turn = new ArrayDeque<>();
        NodeRef at = end;
        while (at != null) {
            List<StoredNode> nodes = Paths.upTo(view, at, STEP);
            for (int i = nodes.size() - 1; i >= 0; i--) {
                NodeKind kind = nodes.get(i).header().kind();
                if (kind == NodeKind.TURN_END || kind == NodeKind.USER) {
                    return turn;
                }
                turn.addFirst(nodes.get(i));
            }
            at = nodes.isEmpty()
                    ? null
                    : Paths.parent(view, nodes.get(0).header().ref());
        }
        return turn;
    }
}
