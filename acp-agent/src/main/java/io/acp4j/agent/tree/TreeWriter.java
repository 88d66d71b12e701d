package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeHeader;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoredFormat;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.ToolCallUpdate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Adds nodes to the tree of one session that is locked in a transaction. */
final class TreeWriter {

    private final StoreTransaction tx;
    private final SessionRepositoryOptions options;
    private StoredSession session;
    private boolean changed;

    TreeWriter(StoreTransaction tx, StoredSession session, SessionRepositoryOptions options) {
        this.tx = tx;
        this.session = session;
        this.options = options;
    }

    /** A node without its place. */
    record Draft(NodeKind kind, @Nullable MessageId messageId, RawJson content) {

        static Draft of(NewNode node) {
            return new Draft(node.kind(), node.messageId(), NodeContent.of(node.updates()));
        }

        static Draft end(StopReason reason, boolean interrupted) {
            return new Draft(NodeKind.TURN_END, null, NodeContent.of(new NodeContent.End(reason, interrupted)));
        }
    }

    /** Returns the session after the changes so far. */
    StoredSession session() {
        return session;
    }

    /** Changes the session; {@link #finish} writes it. */
    void set(StoredSession next) {
        session = next;
        changed = true;
    }

    /** Writes the session if it has been changed, and returns it as it is now. */
    StoredSession finish() {
        if (changed) {
            tx.update(session);
            changed = false;
        }
        return session;
    }

    /** Adds nodes behind the head. */
    List<Node> append(List<Draft> drafts) {
        return append(session.head(), drafts, true);
    }

    /**
     * Adds nodes behind another one.
     *
     * @param parent that one; null for the beginning
     * @param moving whether the head moves to the last of them
     */
    List<Node> append(@Nullable NodeRef parent, List<Draft> drafts, boolean moving) {
        return append(parent, Paths.depth(tx, parent), drafts, moving);
    }

    /** Adds nodes behind another one whose depth is known. */
    List<Node> append(@Nullable NodeRef parent, int depth, List<Draft> drafts, boolean moving) {
        if (drafts.isEmpty()) {
            return List.of();
        }
        Segment old = tail(parent);
        Segment segment = old == null ? Segment.empty(tx.newSegment(), session.tree(), parent, session.id()) : old;
        List<StoredNode> nodes = number(drafts, segment, depth);
        Segment grown = grown(segment, nodes);
        if (old == null) {
            tx.insert(grown);
            tx.insert(nodes);
        } else {
            tx.insert(nodes);
            tx.update(grown);
        }
        if (grown.hasMessages() && !segment.hasMessages()) {
            noteMessageBelow(grown.parent());
        }
        NodeHeader last = nodes.get(nodes.size() - 1).header();
        StoredSession.Builder change = session.toBuilder();
        set((moving ? change.head(last.ref()) : change)
                .changedAt(last.createdAt())
                .build());
        return TreeReader.nodes(nodes);
    }

    /** Returns the segment that goes on behind a node; null when a new one must begin there. */
    private @Nullable Segment tail(@Nullable NodeRef parent) {
        if (parent == null) {
            return null;
        }
        Segment segment = Objects.requireNonNull(tx.segment(parent.segment()));
        boolean goesOn = session.id().equals(segment.owner()) && parent.index() == segment.length() - 1;
        return goesOn ? segment : null;
    }

    private List<StoredNode> number(List<Draft> drafts, Segment segment, int parentDepth) {
        long sequence = tx.sequence(drafts.size());
        Instant now = tx.now();
        int index = segment.length();
        int depth = parentDepth;
        Set<Draft> begun = new HashSet<>();
        List<StoredNode> nodes = new ArrayList<>(drafts.size());
        for (Draft draft : drafts) {
            if (!continues(draft, begun) && draft.kind().isMessage()) {
                depth++;
            }
            NodeRef ref = new NodeRef(segment.id(), index++);
            NodeHeader header = new NodeHeader(ref, draft.kind(), draft.messageId(), depth, sequence++, now);
            nodes.add(new StoredNode(header, StoredFormat.CURRENT, draft.content()));
        }
        return nodes;
    }

    /**
     * Returns whether a node goes on with a message that the running turn has begun. A message is not stored twice
     * otherwise.
     */
    private boolean continues(Draft draft, Set<Draft> begun) {
        MessageId id = draft.messageId();
        if (id == null) {
            return false;
        }
        boolean again = !begun.add(new Draft(speaker(draft.kind()), id, RawJson.NULL));
        for (NodeHeader known : tx.find(session.tree(), id)) {
            if (speaker(known.kind()) == speaker(draft.kind())
                    && new TreeReader(tx, session, options).reaches(known.ref())) {
                if (!isOfRunningTurn(known)) {
                    throw duplicate(id);
                }
                again = true;
            }
        }
        if (again && (session.turn() == null || draft.kind() == NodeKind.USER)) {
            throw duplicate(id);
        }
        return again;
    }

    /** Returns the kind that ids are shared with: a summary is a message of the agent. */
    private static NodeKind speaker(NodeKind kind) {
        return kind == NodeKind.SUMMARY ? NodeKind.AGENT : kind;
    }

    private boolean isOfRunningTurn(NodeHeader node) {
        StoredSession.TurnStart turn = session.turn();
        if (turn == null) {
            return false;
        }
        NodeRef settled = turn.settled();
        return session.id()
                        .equals(Objects.requireNonNull(tx.segment(node.ref().segment()))
                                .owner())
                && (settled == null
                        || node.sequence() > Paths.header(tx, settled).sequence());
    }

    private static BranchException duplicate(MessageId id) {
        return BranchException.message(
                BranchException.DUPLICATE_MESSAGE, id, "The session has another message with this id");
    }

    private static Segment grown(Segment segment, List<StoredNode> nodes) {
        int lastMessage = segment.lastMessage();
        long lastSequence = segment.lastSequence();
        for (StoredNode node : nodes) {
            if (node.header().kind().isMessage()) {
                lastMessage = node.header().ref().index();
                lastSequence = node.header().sequence();
            }
        }
        return new Segment(
                segment.id(),
                segment.tree(),
                segment.parent(),
                segment.owner(),
                segment.length() + nodes.size(),
                lastMessage,
                lastSequence,
                segment.hasMessages() || lastMessage != Segment.NO_MESSAGE);
    }

    /** Notes in the segments above that there is a message below them. */
    private void noteMessageBelow(@Nullable NodeRef above) {
        NodeRef at = above;
        while (at != null) {
            Segment segment = Objects.requireNonNull(tx.segment(at.segment()));
            if (segment.hasMessages() || !session.id().equals(segment.owner())) {
                return;
            }
            tx.update(new Segment(
                    segment.id(),
                    segment.tree(),
                    segment.parent(),
                    segment.owner(),
                    segment.length(),
                    segment.lastMessage(),
                    segment.lastSequence(),
                    true));
            at = segment.parent();
        }
    }

    /** Closes a turn that nobody goes on with, and the tool calls that it left open. */
    void interrupt() {
        List<Draft> drafts = new ArrayList<>();
        for (ToolCallId call : OpenToolCalls.of(tx, session.head())) {
            ToolCallUpdate failed =
                    ToolCallUpdate.builder(call).status(ToolCallStatus.FAILED).build();
            drafts.add(Draft.of(NewNode.of(failed)));
        }
        drafts.add(Draft.end(StopReason.CANCELLED, true));
        append(drafts);
        set(session.toBuilder().turn(null).build());
    }
}
