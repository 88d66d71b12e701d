package io.acp4j.agent.tree;

import io.acp4j.agent.store.Attribute;
import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.NodeHeader;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.content.TextContent;
import io.acp4j.schema.v1.prompt.StopReason;
import io.acp4j.schema.v1.update.AgentMessageChunk;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An open session: every change checks in its transaction that nobody else has taken it. */
final class DefaultSessionTree implements SessionTree {

    private static final int MAX_LABEL = 1000;

    private final Conversations conversations;
    private final SessionId id;
    private final long token;

    /** Held from a change until everybody has been told of it, so that they hear of changes in their order. */
    private final ReentrantLock order = new ReentrantLock();

    private volatile @Nullable MessageId sending;
    private volatile boolean closed;

    DefaultSessionTree(Conversations conversations, SessionId id, long token) {
        this.conversations = conversations;
        this.id = id;
        this.token = token;
    }

    /** What a change needs: the session, locked and ours, and what can be read and written. */
    private record Change(StoreTransaction tx, TreeWriter writer, TreeReader reader, StoredSession session) {

        void requireIdle() {
            if (session.turn() != null) {
                throw BranchException.state(
                        BranchException.TURN_IN_PROGRESS,
                        session.id(),
                        "The session is busy with a prompt; wait for its answer, or cancel it first");
            }
        }
    }

    private <T> T change(Function<Change, T> action) {
        order.lock();
        try {
            return conversations.write(tx -> apply(tx, action));
        } finally {
            order.unlock();
        }
    }

    /** Makes a change that no fork or deletion in the tree may run beside. */
    private <T> T changeTree(Function<Change, T> action) {
        order.lock();
        try {
            return conversations.write(tx -> {
                StoredSession session = tx.session(id);
                if (session != null) {
                    tx.lockTree(session.tree());
                }
                return apply(tx, action);
            });
        } finally {
            order.unlock();
        }
    }

    private <T> T apply(StoreTransaction tx, Function<Change, T> action) {
        StoredSession session = tx.lockSession(id);
        if (session == null) {
            throw BranchException.unknownSession(id);
        }
        requireOurs(session);
        TreeWriter writer = new TreeWriter(tx, session, conversations.options());
        T result = action.apply(new Change(tx, writer, new TreeReader(tx, session, conversations.options()), session));
        writer.finish();
        return result;
    }

    /** Makes a change and tells of what was stored. */
    private List<Node> store(Function<Change, List<Node>> action) {
        order.lock();
        try {
            List<Node> stored = change(action);
            conversations.tell(this, stored);
            return stored;
        } finally {
            order.unlock();
        }
    }

    private void requireOurs(StoredSession session) {
        if (closed) {
            throw BranchException.state(BranchException.CLOSED, id, "The session has been closed here; open it again");
        }
        if (session.lease().token() != token) {
            throw BranchException.state(BranchException.TAKEN_OVER, id, "The session has been opened elsewhere since");
        }
    }

    private <T> T read(BiFunction<StoreView, StoredSession, T> action) {
        return conversations.read(view -> {
            StoredSession session = view.session(id);
            if (session == null) {
                throw BranchException.unknownSession(id);
            }
            return action.apply(view, session);
        });
    }

    private <T> T look(Function<TreeReader, T> action) {
        return read((view, session) -> action.apply(new TreeReader(view, session, conversations.options())));
    }

    boolean isSending(MessageId message) {
        return message.equals(sending);
    }

    @Override
    public SessionId id() {
        return id;
    }

    @Override
    public StoredSession session() {
        return read((view, session) -> session);
    }

    @Override
    public List<Node> append(List<NewNode> nodes) {
        if (nodes.isEmpty()) {
            return List.of();
        }
        return store(change -> change.writer().append(drafts(nodes)));
    }

    private static List<TreeWriter.Draft> drafts(List<NewNode> nodes) {
        List<TreeWriter.Draft> drafts = new ArrayList<>();
        nodes.forEach(node -> drafts.add(TreeWriter.Draft.of(node)));
        return drafts;
    }

    @Override
    public Node append(NewNode node, AppendOptions options) {
        TreeWriter.Draft draft = TreeWriter.Draft.of(node);
        return store(change -> {
                    StoredSession session = change.session();
                    if (options.expectedVersion() != null && options.expectedVersion() != session.version()) {
                        throw BranchException.state(
                                BranchException.CONFLICT, id, "The session has been changed since; read it again");
                    }
                    NodeRef parent = parent(change, options.parent());
                    if (parent == null ? session.head() != null : !parent.equals(session.head())) {
                        change.requireIdle();
                    }
                    return change.writer().append(parent, List.of(draft), true);
                })
                .get(0);
    }

    private @Nullable NodeRef parent(Change change, AppendOptions.Parent wanted) {
        if (wanted instanceof AppendOptions.Under under) {
            MessageId message = under.message();
            if (message.value().isEmpty()) {
                throw BranchException.message(
                        BranchException.UNKNOWN_MESSAGE, message, "The id of a message is never empty");
            }
            NodeHeader found = change.reader().locate(message, null);
            if (found == null) {
                throw BranchException.unknownParent(message);
            }
            return Paths.closing(change.tx(), found.ref());
        }
        if (wanted instanceof AppendOptions.Head) {
            return change.reader().nextParent();
        }
        if (!conversations.options().manyRoots() && hasContent(change)) {
            throw BranchException.state(
                    BranchException.SECOND_ROOT, id, "The session has a conversation already; go on from there");
        }
        return null;
    }

    private boolean hasContent(Change change) {
        StoredSession session = change.session();
        return session.head() != null || !change.tx().ownedBy(id).isEmpty();
    }

    @Override
    public Node beginTurn(NewNode prompt) {
        if (prompt.kind() != NodeKind.USER) {
            throw new IllegalArgumentException("a turn begins with a message of the user, not " + prompt.kind());
        }
        TreeWriter.Draft draft = TreeWriter.Draft.of(prompt);
        return store(change -> {
                    change.requireIdle();
                    TreeWriter writer = change.writer();
                    NodeRef parent = change.reader().nextParent();
                    List<Node> stored = writer.append(parent, List.of(draft), true);
                    StoredSession now = writer.session();
                    writer.set(now.change()
                            .turn(new StoredSession.TurnStart(parent))
                            .unnoticed());
                    return stored;
                })
                .get(0);
    }

    @Override
    public Node endTurn(List<NewNode> rest, StopReason reason) {
        List<TreeWriter.Draft> drafts = drafts(rest);
        drafts.add(TreeWriter.Draft.end(reason, false));
        List<Node> stored = store(change -> {
            if (change.session().turn() == null) {
                throw BranchException.state(BranchException.NO_TURN, id, "No turn is running in the session");
            }
            TreeWriter writer = change.writer();
            List<Node> nodes = writer.append(drafts);
            writer.set(writer.session().change().turn(null).unnoticed());
            return nodes;
        });
        sending = null;
        return stored.get(stored.size() - 1);
    }

    @Override
    public void sending(@Nullable MessageId message) {
        sending = message;
    }

    @Override
    public @Nullable NodeRef head() {
        return session().head();
    }

    @Override
    public @Nullable MessageId headMessage() {
        return read((view, session) -> {
            NodeHeader last = Paths.lastMessage(view, session.head());
            return last == null ? null : last.messageId();
        });
    }

    @Override
    public List<Node> path() {
        return read((view, session) -> TreeReader.nodes(
                Paths.nodes(view, new TreeReader(view, session, conversations.options()).end(), null)));
    }

    @Override
    public List<Node> path(MessageId leaf) {
        return read((view, session) -> {
            NodeHeader end = new TreeReader(view, session, conversations.options()).require(leaf);
            return TreeReader.nodes(Paths.nodes(view, end.ref(), null));
        });
    }

    @Override
    public List<Node> context() {
        return look(reader -> reader.context(reader.end()));
    }

    @Override
    public NodePage page(PathQuery query) {
        return look(reader -> reader.page(query));
    }

    @Override
    public MessagePage messages(@Nullable String cursor, int limit) {
        if (limit < 1 || limit > PathQuery.MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be from 1 to " + PathQuery.MAX_LIMIT + ", not " + limit);
        }
        return read((view, session) -> MessageListing.page(view, session, cursor, limit));
    }

    @Override
    public LeafPage leaves(@Nullable String cursor, int limit) {
        if (limit < 1 || limit > PathQuery.MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be from 1 to " + PathQuery.MAX_LIMIT + ", not " + limit);
        }
        return look(reader -> reader.leaves(cursor, limit));
    }

    @Override
    public Node find(MessageId message) {
        return read((view, session) -> {
            NodeHeader found = new TreeReader(view, session, conversations.options()).require(message);
            NodeRef ref = found.ref();
            return new Node(
                    view.nodes(ref.segment(), ref.index(), ref.index() + 1).get(0));
        });
    }

    @Override
    public @Nullable Node latest(NodeKind kind) {
        return read((view, session) -> {
            StoredNode found = Paths.last(view, session.head(), Set.of(kind));
            return found == null ? null : new Node(found);
        });
    }

    @Override
    public Navigation navigate(MessageId message) {
        return change(change -> {
            change.requireIdle();
            StoreTransaction tx = change.tx();
            NodeHeader target = change.reader().require(message);
            boolean user = target.kind() == NodeKind.USER;
            NodeRef ref = target.ref();
            NodeRef head = user ? Paths.parent(tx, ref) : Paths.closing(tx, ref);
            String text = user
                    ? new Node(tx.nodes(ref.segment(), ref.index(), ref.index() + 1)
                                    .get(0))
                            .text()
                    : null;
            change.writer().set(change.session().change().head(head).at(tx.now()));
            NodeHeader last = Paths.lastMessage(tx, head);
            return new Navigation(head, last == null ? null : last.messageId(), text);
        });
    }

    @Override
    public void label(MessageId message, @Nullable String label) {
        if (label != null && label.length() > MAX_LABEL) {
            throw new IllegalArgumentException("a label has at most " + MAX_LABEL + " characters");
        }
        change(change -> {
            NodeRef ref = change.reader().require(message).ref();
            change.tx().label(id, ref, label);
            change.writer().set(change.session().change().at(change.tx().now()));
            return ref;
        });
    }

    @Override
    public Map<NodeRef, String> labels() {
        return conversations.read(view -> view.labels(id));
    }

    @Override
    public Comparison compare(MessageId left, MessageId right) {
        return look(reader -> reader.compare(left, right));
    }

    @Override
    public Node graft(MessageId from, @Nullable MessageId into, Summary summary) {
        Meta origin = Meta.of("acp4j/mergedFrom", Map.of("messageId", from.value()));
        NewNode node = new NewNode(
                NodeKind.SUMMARY,
                summary.id(),
                List.of(new AgentMessageChunk(TextContent.of(summary.text()), summary.id(), origin)));
        TreeWriter.Draft draft = TreeWriter.Draft.of(node);
        return store(change -> {
                    change.requireIdle();
                    change.reader().require(from);
                    NodeRef head = change.session().head();
                    NodeRef parent = into == null
                            ? head
                            : Paths.closing(
                                    change.tx(), change.reader().require(into).ref());
                    boolean active = parent == null || parent.equals(head);
                    return change.writer().append(parent, List.of(draft), active);
                })
                .get(0);
    }

    @Override
    public int prune(MessageId message) {
        return changeTree(change -> {
            change.requireIdle();
            NodeHeader first = change.reader().candidates(message).stream()
                    .findFirst()
                    .orElseThrow(() -> BranchException.unknownMessage(message));
            int removed = Removal.prune(change.tx(), change.session(), first, message);
            change.writer().set(change.session().change().at(change.tx().now()));
            return removed;
        });
    }

    @Override
    public void attribute(String name, @Nullable Attribute value) {
        describe((session, now) -> session.change().attribute(name, value).at(now));
    }

    @Override
    public void title(@Nullable String title) {
        describe((session, now) -> session.change().title(title).at(now));
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
        if (closed) {
            return;
        }
        closed = true;
        conversations.closed(this);
        conversations.write(tx -> {
            StoredSession session = tx.lockSession(id);
            if (session != null && session.lease().token() == token) {
                tx.update(session.change()
                        .lease(new Lease("", token, Instant.EPOCH))
                        .unnoticed());
            }
            return true;
        });
    }

    @Override
    public String toString() {
        return "session " + id;
    }
}
