package io.acp4j.agent.tree;

import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoredFormat;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchLabels;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionUpdate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An open session: every change checks in its transaction that nobody else has taken it. */
final class DefaultSessionTree extends StoredTreeView implements SessionTree {

    private final Opening opening;

    /** The version that the session must have for a change; null when any will do. */
    private final @Nullable Long expected;

    /** What all the trees of one opening share. */
    private static final class Opening {
        private final long token;
        private final String principal;

        /** Held from a change until all listeners have heard of it, so that they hear of changes in their order. */
        private final ReentrantLock order = new ReentrantLock();

        /** The session as it was opened, with the changes made here; null once its head has moved. */
        private final AtomicReference<@Nullable Opened> snapshot;

        private volatile @Nullable MessageId sending;
        private volatile boolean closed;
        private volatile SessionTree.Handover handover = (why, successor) -> successor.run();

        Opening(Opened opened) {
            StoredSession session = opened.snapshot().session();
            this.token = session.lease().token();
            this.principal = session.principal();
            this.snapshot = new AtomicReference<>(opened);
        }
    }

    /** A page of the path that was read when the session was opened. */
    record History(PathQuery query, Page<HistoryEntry> page) {}

    /** A session as it was read when it was opened. */
    record Opened(TreeView.Snapshot snapshot, @Nullable History history) {

        /** Returns the same with a changed session and without the history; null when its head has moved. */
        @Nullable
        Opened after(StoredSession changed) {
            TreeView.Snapshot next = snapshot.after(changed);
            return next == null ? null : new Opened(next, null);
        }
    }

    DefaultSessionTree(SessionRepository repository, Opened opened) {
        this(repository, opened.snapshot().session().id(), new Opening(opened), null);
    }

    private DefaultSessionTree(SessionRepository repository, SessionId id, Opening opening, @Nullable Long expected) {
        super(repository, id);
        this.opening = opening;
        this.expected = expected;
    }

    @Override
    public SessionTree expecting(long version) {
        return new DefaultSessionTree(repository(), id(), opening, version);
    }

    /** What a change needs: the session, locked and ours, and what can be read and written. */
    private record Change(StoreTransaction tx, TreeWriter writer, TreeReader reader, StoredSession session) {

        void requireIdle() {
            if (session.turn() != null) {
                throw BranchException.turnInProgress(session.id());
            }
        }

        void requireVersion(@Nullable Long version) {
            if (version != null && version != session.version()) {
                throw BranchException.state(
                        BranchException.CONFLICT,
                        session.id(),
                        "The session has been changed since that version; read it again");
            }
        }

        /** Returns the end of a message, where the conversation can go on: no tool call may be left open there. */
        StoredNode.Header end(StoredNode.Header message, MessageId id) {
            StoredNode.Header end = OpenToolCalls.boundary(tx, message, reader::reaches);
            if (end == null && !message.ref().equals(session.head())) {
                throw BranchException.message(
                        BranchException.BOUNDARY,
                        id,
                        "A tool call was running at the end of the message; name a later one");
            }
            return end == null ? message : end;
        }
    }

    private <T> T change(Function<Change, T> action) {
        opening.order.lock();
        try {
            return noted(repository().write(tx -> apply(tx, action)));
        } finally {
            opening.order.unlock();
        }
    }

    /** Makes a change that no fork or deletion in the tree may run beside. */
    private <T> T changeTree(Function<Change, T> action) {
        opening.order.lock();
        try {
            return noted(repository().write(tx -> {
                StoredSession session = tx.session(id());
                if (session != null) {
                    tx.lockTree(session.tree());
                }
                return apply(tx, action);
            }));
        } finally {
            opening.order.unlock();
        }
    }

    /** The result of a change, and the session after it. */
    private record Applied<T>(T result, StoredSession session) {}

    private <T> T noted(Applied<T> applied) {
        opening.snapshot.updateAndGet(known -> known == null ? null : known.after(applied.session()));
        return applied.result();
    }

    @Override
    public TreeView.Snapshot snapshot() {
        Opened known = opening.snapshot.get();
        return known == null ? super.snapshot() : known.snapshot();
    }

    /** Returns a page that was read when the session was opened once, since it may be large. */
    @Override
    public Page<HistoryEntry> page(PathQuery query) {
        Opened known =
                opening.snapshot.getAndUpdate(opened -> opened == null ? null : new Opened(opened.snapshot(), null));
        History read = known == null ? null : known.history();
        return read != null && read.query().equals(query) ? read.page() : super.page(query);
    }

    /** Returns the number of the lease with which the session was opened; later leases have higher numbers. */
    long token() {
        return opening.token;
    }

    /** Has the next {@link #snapshot} read the store, since the session was changed in another way than through this tree. */
    void forgetSnapshot() {
        opening.snapshot.set(null);
    }

    private <T> Applied<T> apply(StoreTransaction tx, Function<Change, T> action) {
        StoredSession session = tx.lockSession(id());
        if (session == null) {
            throw BranchException.unknownSession(id());
        }
        // In this order: a later version may have taken the session over, which stores it in a format of its own.
        requireOurs(session);
        StoredFormat.requireKnown(session);
        TreeWriter writer = new TreeWriter(tx, session, repository().options());
        Change change =
                new Change(tx, writer, new TreeReader(tx, session, repository().options()), session);
        change.requireVersion(expected);
        T result = action.apply(change);
        return new Applied<>(result, writer.finish());
    }

    /** Makes a change and notifies listeners of what was stored. */
    private List<HistoryEntry> store(Function<Change, List<HistoryEntry>> action) {
        opening.order.lock();
        try {
            List<HistoryEntry> stored = change(action);
            repository().tell(this, stored);
            return stored;
        } finally {
            opening.order.unlock();
        }
    }

    private void requireOurs(StoredSession session) {
        if (session.lease().token() != opening.token) {
            throw BranchException.takenOver(id());
        }
        if (opening.closed) {
            throw BranchException.closed(id());
        }
    }

    /** Returns true if the session belongs to a principal, or any will do. */
    boolean isOf(@Nullable String principal) {
        return principal == null || principal.equals(opening.principal);
    }

    boolean isSameOpening(DefaultSessionTree other) {
        return opening.equals(other.opening);
    }

    boolean isSending(MessageId message) {
        return message.equals(opening.sending);
    }

    @Override
    public void requireOpen() {
        StoredSession session = repository().read(view -> view.session(id()));
        if (session == null) {
            throw BranchException.unknownSession(id());
        }
        requireOurs(session);
    }

    @Override
    public List<HistoryEntry> append(List<HistoryEntry.Draft> nodes) {
        if (nodes.isEmpty()) {
            return List.of();
        }
        List<TreeWriter.Draft> drafts = drafts(nodes);
        return store(change -> change.writer().append(change.reader().nextParent(), drafts, true));
    }

    private static List<TreeWriter.Draft> drafts(List<HistoryEntry.Draft> nodes) {
        List<TreeWriter.Draft> drafts = new ArrayList<>();
        nodes.forEach(node -> drafts.add(TreeWriter.Draft.of(node)));
        return drafts;
    }

    @Override
    public HistoryEntry append(HistoryEntry.Draft node, SessionTree.Position position) {
        TreeWriter.Draft draft = TreeWriter.Draft.of(node);
        return store(change -> {
                    StoredSession session = change.session();
                    StoredNode.Header parent = parent(change, position);
                    NodeRef ref = parent == null ? null : parent.ref();
                    if (!Objects.equals(ref, session.head())) {
                        change.requireIdle();
                    }
                    return change.writer().append(ref, parent == null ? 0 : parent.depth(), List.of(draft), true);
                })
                .get(0);
    }

    private StoredNode.@Nullable Header parent(Change change, SessionTree.Position position) {
        MessageId message = position.parent();
        if (message != null) {
            if (message.value().isEmpty()) {
                throw BranchException.message(
                        BranchException.UNKNOWN_MESSAGE, message, "The id of a message is never empty");
            }
            StoredNode.Header found = change.reader().locate(message, null);
            if (found == null) {
                throw BranchException.unknownParent(message);
            }
            return change.end(found, message);
        }
        if (position == SessionTree.Position.AT_HEAD) {
            NodeRef next = change.reader().nextParent();
            return next == null ? null : Paths.header(change.tx(), next);
        }
        if (!repository().options().manyRoots() && hasContent(change)) {
            throw BranchException.state(
                    BranchException.SECOND_ROOT, id(), "The session has a conversation already; go on from there");
        }
        return null;
    }

    private boolean hasContent(Change change) {
        StoredSession session = change.session();
        return session.head() != null || !change.tx().ownedBy(id()).isEmpty();
    }

    @Override
    public HistoryEntry beginTurn(HistoryEntry.Draft prompt, @Nullable String title) {
        if (prompt.kind() != NodeKind.USER) {
            throw new IllegalArgumentException("a turn begins with a message of the user, not " + prompt.kind());
        }
        TreeWriter.Draft draft = TreeWriter.Draft.of(prompt);
        String line = title == null ? "" : SessionTree.titleLine(title, SessionTree.MAX_TITLE_LENGTH);
        return store(change -> {
                    change.requireIdle();
                    TreeWriter writer = change.writer();
                    NodeRef parent = change.reader().nextParent();
                    List<HistoryEntry> stored = writer.append(parent, List.of(draft), true);
                    StoredSession now = writer.session();
                    boolean titled = now.title() != null
                            || line.isEmpty()
                            || stored.get(0).depth() > 1;
                    writer.set(now.toBuilder()
                            .turn(new StoredSession.TurnStart(
                                    parent, change.tx().now()))
                            .title(titled ? now.title() : line)
                            .build());
                    return stored;
                })
                .get(0);
    }

    @Override
    public HistoryEntry endTurn(List<HistoryEntry.Draft> rest, StopReason reason) {
        List<TreeWriter.Draft> drafts = drafts(rest);
        drafts.add(TreeWriter.Draft.end(reason, false));
        List<HistoryEntry> stored = store(change -> {
            if (change.session().turn() == null) {
                throw BranchException.state(BranchException.NO_TURN, id(), "No turn is running in the session");
            }
            TreeWriter writer = change.writer();
            List<HistoryEntry> nodes = writer.append(drafts);
            writer.set(writer.session().toBuilder().turn(null).build());
            return nodes;
        });
        opening.sending = null;
        return stored.get(stored.size() - 1);
    }

    @Override
    public void sending(@Nullable MessageId message) {
        opening.sending = message;
    }

    @Override
    public SessionTree.Navigation navigate(MessageId message) {
        return change(change -> {
            change.requireIdle();
            StoreTransaction tx = change.tx();
            StoredNode.Header target = change.reader().require(message);
            boolean user = target.kind() == NodeKind.USER;
            NodeRef ref = target.ref();
            NodeRef head = user
                    ? Paths.parent(tx, ref)
                    : change.end(change.reader().withSummaries(target), message).ref();
            String text = user
                    ? new HistoryEntry(tx.nodes(ref.segment(), ref.index(), ref.index() + 1)
                                    .get(0))
                            .text()
                    : null;
            change.writer()
                    .set(change.session().toBuilder()
                            .head(head)
                            .changedAt(tx.now())
                            .build());
            StoredNode.Header last = Paths.lastMessage(tx, head);
            return new SessionTree.Navigation(head, last == null ? null : last.messageId(), text);
        });
    }

    @Override
    public void label(MessageId message, @Nullable String label) {
        Lines.requireLabel(label);
        change(change -> {
            NodeRef ref = change.reader().require(message).ref();
            change.tx().label(id(), ref, label);
            change.writer()
                    .set(change.session().toBuilder()
                            .changedAt(change.tx().now())
                            .build());
            return ref;
        });
    }

    @Override
    public HistoryEntry graft(MessageId from, @Nullable MessageId into, Summary summary) {
        if (BranchLabels.isBlank(summary.text())) {
            throw BranchException.invalid(
                    BranchException.EMPTY, "A summary says something; its text must not be blank");
        }
        Meta origin = Meta.of("acp4j/mergedFrom", Map.of("messageId", from.value()));
        HistoryEntry.Draft node = new HistoryEntry.Draft(
                NodeKind.SUMMARY,
                summary.id(),
                List.of(new AgentMessageChunk(TextContent.of(summary.text()), summary.id(), origin)));
        TreeWriter.Draft draft = TreeWriter.Draft.of(node);
        return store(change -> {
                    change.requireIdle();
                    change.reader().require(from);
                    NodeRef head = change.session().head();
                    NodeRef parent = into == null ? head : branchEnd(change, into);
                    boolean active = parent == null || parent.equals(head);
                    return change.writer().append(parent, List.of(draft), active);
                })
                .get(0);
    }

    @Override
    public HistoryEntry compact(List<ContentBlock> summary) {
        if (summary.stream()
                .allMatch(block -> block instanceof TextContent text && BranchLabels.isBlank(text.text()))) {
            throw BranchException.invalid(BranchException.EMPTY, "The summary of a compaction must not be empty");
        }
        CompactionUpdate compaction = CompactionUpdate.builder(
                        new CompactionId("compaction_" + UUID.randomUUID()), CompactionStatus.COMPLETED)
                .summary(summary)
                .build();
        return append(List.of(HistoryEntry.Draft.of(compaction))).get(0);
    }

    /** Returns where a branch goes on behind a message: at its very end when that is the last message of it. */
    private static NodeRef branchEnd(Change change, MessageId message) {
        StoredNode.Header found = change.reader().withSummaries(change.reader().require(message));
        NodeRef head = change.session().head();
        if (head != null && found.equals(Paths.lastMessage(change.tx(), head))) {
            return head;
        }
        NodeRef end = change.reader().owns(found.ref()) ? Paths.trailing(change.tx(), found.ref()) : null;
        return end == null ? change.end(found, message).ref() : end;
    }

    @Override
    public int prune(MessageId message) {
        return changeTree(change -> {
            change.requireIdle();
            StoredNode.Header first = change.reader().candidates(message).stream()
                    .findFirst()
                    .orElseThrow(() -> BranchException.unknownMessage(message));
            int removed = Removal.prune(change.tx(), change.session(), first, message);
            change.writer()
                    .set(change.session().toBuilder()
                            .changedAt(change.tx().now())
                            .build());
            return removed;
        });
    }

    @Override
    public void attribute(String name, @Nullable SessionAttribute value) {
        describe((session, now) ->
                session.toBuilder().attribute(name, value).changedAt(now).build());
    }

    @Override
    public void onHandover(SessionTree.Handover action) {
        opening.handover = action;
    }

    /** Stores the remaining output of the session, then runs the action that opens or closes it. */
    void handOver(BranchException why, Runnable successor) {
        opening.handover.handOver(why, successor);
    }

    @Override
    public void describe(String cwd, List<String> additional, Map<String, SessionAttribute> attributes) {
        String directory = DirectoryPaths.stored(cwd);
        List<String> others = DirectoryPaths.stored(additional);
        describe((session, now) -> {
            StoredSession.Builder change = session.toBuilder().directories(directory, others);
            attributes.forEach(change::attribute);
            return attributes.isEmpty() ? change.build() : change.changedAt(now).build();
        });
    }

    @Override
    public void title(@Nullable String title) {
        describe((session, now) ->
                session.toBuilder().title(title).changedAt(now).build());
    }

    private void describe(BiFunction<StoredSession, Instant, StoredSession> action) {
        change(change -> {
            StoredSession described = action.apply(change.session(), change.tx().now());
            change.writer().set(described);
            return described;
        });
    }

    @Override
    public void close() {
        if (opening.closed) {
            return;
        }
        opening.closed = true;
        forgetSnapshot();
        if (!repository().closed(this)) {
            return;
        }
        repository().write(tx -> {
            StoredSession session = tx.lockSession(id());
            if (session != null && session.lease().token() == opening.token) {
                tx.update(session.toBuilder()
                        .lease(new Lease("", opening.token, Instant.EPOCH))
                        .build());
            }
            return true;
        });
    }
}
