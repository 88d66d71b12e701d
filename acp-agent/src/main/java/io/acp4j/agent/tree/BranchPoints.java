package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.branching.ForkPoint;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Finds where forks of one session may end: never in the middle of a message or before the end of a tool call. */
final class BranchPoints {

    private static final Map<BranchRole, NodeKind> KINDS = Map.of(
            BranchRole.USER, NodeKind.USER, BranchRole.AGENT, NodeKind.AGENT, BranchRole.THOUGHT, NodeKind.THOUGHT);

    private static final Set<NodeKind> TURN_LIMITS = Set.of(NodeKind.USER, NodeKind.TURN_END);

    private final StoreView view;
    private final StoredSession source;
    private final SessionRepositoryOptions options;
    private final BiPredicate<SessionId, MessageId> sending;
    private final TreeReader reader;

    public BranchPoints(
            StoreView view,
            StoredSession source,
            SessionRepositoryOptions options,
            BiPredicate<SessionId, MessageId> sending) {
        this.view = view;
        this.source = source;
        this.options = options;
        this.sending = sending;
        this.reader = new TreeReader(view, source, options);
    }

    ForkEnd find(ForkPoint point) {
        if (point instanceof ForkPoint.AtMessage at) {
            return atMessage(at);
        }
        if (point instanceof ForkPoint.Matching matching) {
            return matching(matching);
        }
        if (point instanceof ForkPoint.Before before) {
            return before(before.id());
        }
        if (point instanceof ForkPoint.First first) {
            return first(first.count());
        }
        return settled();
    }

    private ForkEnd settled() {
        if (source.turn() == null) {
            return at(source.head(), null);
        }
        return switch (options.runningFork()) {
            case LAST_SETTLED -> at(source.settled(), null);
            case INTERRUPT_MARKER -> new ForkEnd(source.head(), null, Paths.depth(view, source.head()), true);
            case REJECT ->
                throw BranchException.state(
                        BranchException.TURN_IN_PROGRESS,
                        source.id(),
                        "The session is busy with a prompt; fork it when that has its response");
        };
    }

    private ForkEnd at(@Nullable NodeRef end, @Nullable MessageId message) {
        return end == null ? ForkEnd.EMPTY : ForkEnd.at(Paths.header(view, end), message);
    }

    private ForkEnd atMessage(ForkPoint.AtMessage at) {
        MessageId id = at.id();
        requireSent(id);
        StoredNode.Header message = reader.locate(id, kind(id, at.role()));
        if (message == null) {
            throw BranchException.unknownMessage(id);
        }
        return ForkEnd.at(endOf(message, id), id);
    }

    private static @Nullable NodeKind kind(MessageId id, @Nullable BranchRole role) {
        if (role == null) {
            return null;
        }
        NodeKind kind = KINDS.get(role);
        if (kind == null) {
            throw BranchException.unknownMessage(id);
        }
        return kind;
    }

    private ForkEnd matching(ForkPoint.Matching point) {
        MessageId id = point.id();
        requireSent(id);
        StoredNode.Header named = reader.locate(id, null);
        if (named != null && fits(named, point)) {
            return ForkEnd.at(endOf(named, id), id);
        }
        List<StoredNode.Header> found = Paths.messages(view, source.head(), null).stream()
                .filter(header -> fits(header, point))
                .limit(point.occurrence() == 0 ? 2 : point.occurrence())
                .toList();
        if (found.size() > 1 && point.occurrence() == 0) {
            throw BranchException.message(
                    BranchException.AMBIGUOUS, id, "Several messages may be meant; say which occurrence");
        }
        if (found.isEmpty() || found.size() < point.occurrence()) {
            throw BranchException.unknownMessage(id);
        }
        StoredNode.Header message = found.get(found.size() - 1);
        MessageId now = Objects.requireNonNull(message.messageId());
        requireSent(now);
        return ForkEnd.at(endOf(message, now), now);
    }

    private boolean fits(StoredNode.Header header, ForkPoint.Matching point) {
        int index = header.ref().index();
        HistoryEntry node = new HistoryEntry(
                view.nodes(header.ref().segment(), index, index + 1).get(0));
        return node.kind().isMessage() && Digests.of(node.text()).equalsIgnoreCase(point.fingerprint());
    }

    private ForkEnd before(MessageId id) {
        requireSent(id);
        StoredNode.Header message = reader.candidates(id).stream()
                .filter(header -> header.kind() == NodeKind.USER)
                .min(Comparator.comparingLong(StoredNode.Header::sequence))
                .orElseThrow(() -> BranchException.unknownMessage(id));
        NodeRef end = Paths.parent(view, message.ref());
        StoredNode.Header last = Paths.lastMessage(view, end);
        return at(end, last == null ? null : last.messageId());
    }

    private ForkEnd first(int messages) {
        NodeRef head = source.head();
        if (messages == 0) {
            return ForkEnd.EMPTY;
        }
        if (head == null || messages > Paths.depth(view, head)) {
            throw BranchException.invalid(
                    BranchException.OUT_OF_RANGE,
                    "The session has " + Paths.depth(view, head) + " messages, so it cannot be forked after "
                            + messages);
        }
        StoredNode.Header message = Paths.message(view, head, messages);
        MessageId id = Objects.requireNonNull(message.messageId());
        requireSent(id);
        return ForkEnd.at(endOf(message, id), id);
    }

    private void requireSent(MessageId id) {
        if (sending.test(source.id(), id)) {
            throw incomplete(id, "The message is still being sent; fork when it is complete");
        }
    }

    private StoredNode.Header endOf(StoredNode.Header node, MessageId id) {
        if (node.kind() == NodeKind.THOUGHT && !options.forkAtThought()) {
            throw BranchException.message(
                    BranchException.THOUGHT_NOT_SUPPORTED, id, "Sessions cannot be forked at thoughts");
        }
        if (node.kind() == NodeKind.USER && !options.forkAtUser()) {
            throw BranchException.message(
                    BranchException.USER_NOT_SUPPORTED, id, "Sessions cannot be forked at messages of the user");
        }
        if (options.granularity() == SessionRepositoryOptions.Granularity.TURN && node.kind() != NodeKind.SUMMARY) {
            return endOfTurn(node, id);
        }
        StoredNode.Header end = OpenToolCalls.boundary(view, node, reader::reaches);
        if (end == null) {
            throw isOfRunningTurn(node)
                    ? incomplete(id, "A tool call before the end of the message is still running")
                    : BranchException.message(
                            BranchException.BOUNDARY,
                            id,
                            "A tool call was running at the end of the message; fork at a later message or without a point");
        }
        return end;
    }

    private StoredNode.Header endOfTurn(StoredNode.Header node, MessageId id) {
        StoredNode.Header end = Paths.next(view, node.ref(), TURN_LIMITS);
        if (end == null || end.kind() != NodeKind.TURN_END || !reader.reaches(end.ref())) {
            throw isOfRunningTurn(node)
                    ? incomplete(id, "The turn of the message is still running")
                    : BranchException.message(
                            BranchException.BOUNDARY, id, "Sessions can be forked at the end of a turn only");
        }
        return end;
    }

    private boolean isOfRunningTurn(StoredNode.Header node) {
        StoredSession.TurnStart turn = source.turn();
        NodeRef settled = turn == null ? null : turn.settled();
        return turn != null
                && (settled == null
                        || node.sequence() > Paths.header(view, settled).sequence());
    }

    private static BranchException incomplete(MessageId id, String message) {
        return BranchException.message(BranchException.MESSAGE_INCOMPLETE, id, message);
    }
}
