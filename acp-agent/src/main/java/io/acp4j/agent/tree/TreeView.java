package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Read access to one stored session and the branches of its conversation, whether the session is open or not.
 *
 * <p>Safe for use by any number of threads. Each call reads the current state of the store, and may block.
 *
 * <p>Methods with a message ID throw {@link BranchException} with {@link BranchException#UNKNOWN_MESSAGE} if the session does not contain
 * the message, even if another session does. All methods throw {@link BranchException} with {@link
 * BranchException#UNKNOWN_SESSION} once the session has been deleted, and {@link
 * io.acp4j.agent.store.SessionStoreException} when the store fails.
 *
 * @since 0.1.0
 */
public interface TreeView {

    /**
     * Returns the ID of the session.
     *
     * @return the ID
     */
    SessionId id();

    /**
     * Returns the session as it is stored now.
     *
     * @return a snapshot
     */
    StoredSession session();

    /**
     * Returns the session with its latest settings and plan, read in one transaction. Until its head moves, an open session returns the
     * snapshot that was read at opening, including its own changes since.
     *
     * @return the snapshot
     * @throws BranchException with {@link BranchException#UNKNOWN_SESSION} when the session has been deleted
     */
    Snapshot snapshot();

    /**
     * Returns the end of the active branch.
     *
     * @return the node; null when the branch is empty
     */
    @Nullable
    NodeRef head();

    /**
     * Returns the last message of the active branch, which the next prompt follows.
     *
     * @return the ID of the message; null if the branch has no messages
     */
    @Nullable
    MessageId headMessage();

    /**
     * Returns the active branch from its beginning to its head.
     *
     * @return all entries in order; prefer {@link #page} for long conversations
     */
    List<HistoryEntry> path();

    /**
     * Returns the path from the beginning to a message.
     *
     * @param leaf the last message, on any branch of this session
     * @return all entries up to the message, and the summaries that were stored after it at the end of its branch
     */
    List<HistoryEntry> path(MessageId leaf);

    /**
     * Returns the nodes of the active branch that belong to the context of the model: all nodes, or the last compaction and the nodes after
     * it. A compaction within a turn is followed by the user's message of that turn. Nodes of other branches are not included.
     *
     * @return the nodes in order
     */
    List<HistoryEntry> context();

    /**
     * Returns a part of a path.
     *
     * @param query the part; the cost of a page is nearly independent of its position
     * @return the part
     * @throws BranchException when the query names an unknown message or entry
     */
    Page<HistoryEntry> page(PathQuery query);

    /**
     * Returns the messages of all branches, including inherited messages.
     *
     * @param cursor the {@link Page#next} of the previous page; null for the first page
     * @param limit the maximum number of messages, from 1 to {@value PathQuery#MAX_LIMIT}
     * @return the messages in the order in which they were stored, so that each message follows its parent
     * @throws BranchException with {@link BranchException#INVALID_CURSOR} when the cursor is malformed
     */
    Page<ListedMessage> messages(@Nullable String cursor, int limit);

    /**
     * Returns the ends of all branches: the messages without a message after them.
     *
     * @param cursor the {@link Page#next} of the previous page; null for the first page
     * @param limit the maximum number of leaves, at least 1
     * @return the leaves in the order in which they were stored
     */
    Page<Leaf> leaves(@Nullable String cursor, int limit);

    /**
     * Returns a message on any branch of the session.
     *
     * @param message the ID of the message
     * @return the message; only its last part if another entry interrupted it
     */
    HistoryEntry find(MessageId message);

    /**
     * Returns the last node of a kind on the active branch, such as the current plan.
     *
     * @param kind the kind
     * @return the node; null if the branch has no such node
     */
    @Nullable
    HistoryEntry latest(NodeKind kind);

    /**
     * Returns the labels of this session.
     *
     * @return the labels by node
     */
    Map<NodeRef, String> labels();

    /**
     * Compares two branches.
     *
     * @param left a message of one branch
     * @param right a message of the other branch
     * @return the last common message, and the messages of each branch after it
     */
    Comparison compare(MessageId left, MessageId right);

    /**
     * A message of any branch of a session.
     *
     * @param entry the message
     * @param parent the message that it follows; null for the first message of a conversation
     * @since 0.1.0
     */
    record ListedMessage(HistoryEntry entry, @Nullable MessageId parent) {}

    /**
     * The differences between two branches.
     *
     * @param common the last message of both branches; null if they have no message in common
     * @param left the messages of the left branch after that, in order
     * @param right the messages of the right branch after that, in order
     * @since 0.1.0
     */
    record Comparison(StoredNode.@Nullable Header common, List<StoredNode.Header> left, List<StoredNode.Header> right) {

        /** Copies the lists. */
        public Comparison {
            left = List.copyOf(left);
            right = List.copyOf(right);
        }
    }

    /**
     * The end of a branch: a message without a message after it.
     *
     * @param ref the reference of the message
     * @param messageId the ID of the message
     * @param depth the number of messages of the branch
     * @param createdAt the time at which the message was stored
     * @param active true for the last message of the active branch
     * @since 0.1.0
     */
    record Leaf(NodeRef ref, MessageId messageId, int depth, Instant createdAt, boolean active) {}

    /**
     * A stored session with the settings and the plan at its head, read in one transaction. Immutable and thread-safe.
     *
     * @since 0.1.0
     */
    final class Snapshot {

        private static final Set<NodeKind> KINDS = EnumSet.of(NodeKind.MODE, NodeKind.CONFIG, NodeKind.PLAN);

        private final StoredSession session;
        private final Map<NodeKind, HistoryEntry> latest;

        private Snapshot(StoredSession session, Map<NodeKind, HistoryEntry> latest) {
            this.session = session;
            this.latest = latest;
        }

        static Snapshot of(StoreView view, StoredSession session) {
            Map<NodeKind, HistoryEntry> latest = new EnumMap<>(NodeKind.class);
            if (session.head() != null) {
                view.latest(session.head(), KINDS)
                        .forEach(node -> latest.put(node.header().kind(), new HistoryEntry(node)));
            }
            return new Snapshot(session, latest);
        }

        /** Returns the snapshot with a changed session; null if its head has moved, because the latest entries may then differ. */
        @Nullable
        Snapshot after(StoredSession changed) {
            return Objects.equals(session.head(), changed.head()) ? new Snapshot(changed, latest) : null;
        }

        /**
         * Returns the session.
         *
         * @return the row of the session
         */
        public StoredSession session() {
            return session;
        }

        /**
         * Returns the last entry of a kind on the active path.
         *
         * @param kind {@link NodeKind#MODE}, {@link NodeKind#CONFIG} or {@link NodeKind#PLAN}
         * @return the entry; null when the path has no entry of the kind
         * @throws IllegalArgumentException when snapshots do not contain entries of the kind
         */
        public @Nullable HistoryEntry latest(NodeKind kind) {
            if (!KINDS.contains(kind)) {
                throw new IllegalArgumentException(
                        "a snapshot contains the latest " + KINDS + ", not " + kind + "; use TreeView.latest");
            }
            return latest.get(kind);
        }
    }
}
