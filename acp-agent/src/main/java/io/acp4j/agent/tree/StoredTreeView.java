package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredFormat;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a session of the store, open or not. */
class StoredTreeView implements TreeView {

    private final SessionRepository repository;
    private final SessionId id;

    StoredTreeView(SessionRepository repository, SessionId id) {
        this.repository = repository;
        this.id = id;
    }

    final SessionRepository repository() {
        return repository;
    }

    private <T> T read(BiFunction<StoreView, StoredSession, T> action) {
        return repository.read(view -> {
            StoredSession session = view.session(id);
            if (session == null) {
                throw BranchException.unknownSession(id);
            }
            return action.apply(view, StoredFormat.requireKnown(session));
        });
    }

    private <T> T look(Function<TreeReader, T> action) {
        return read((view, session) -> action.apply(new TreeReader(view, session, repository.options())));
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
    public TreeView.Snapshot snapshot() {
        return read(TreeView.Snapshot::of);
    }

    @Override
    public @Nullable NodeRef head() {
        return session().head();
    }

    @Override
    public @Nullable MessageId headMessage() {
        return read((view, session) -> {
            StoredNode.Header last = Paths.lastMessage(view, session.head());
            return last == null ? null : last.messageId();
        });
    }

    @Override
    public List<HistoryEntry> path() {
        return read((view, session) ->
                TreeReader.nodes(Paths.nodes(view, new TreeReader(view, session, repository.options()).end(), null)));
    }

    @Override
    public List<HistoryEntry> path(MessageId leaf) {
        return read((view, session) -> {
            TreeReader reader = new TreeReader(view, session, repository.options());
            StoredNode.Header end = reader.withSummaries(reader.require(leaf));
            return TreeReader.nodes(Paths.nodes(view, end.ref(), null));
        });
    }

    @Override
    public List<HistoryEntry> context() {
        return look(reader -> reader.context(reader.end()));
    }

    @Override
    public Page<HistoryEntry> page(PathQuery query) {
        return look(reader -> reader.page(query));
    }

    @Override
    public Page<TreeView.ListedMessage> messages(@Nullable String cursor, int limit) {
        if (limit < 1 || limit > PathQuery.MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be from 1 to " + PathQuery.MAX_LIMIT + ", not " + limit);
        }
        return read((view, session) -> MessageListing.page(view, session, cursor, limit));
    }

    @Override
    public Page<TreeView.Leaf> leaves(@Nullable String cursor, int limit) {
        if (limit < 1 || limit > PathQuery.MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be from 1 to " + PathQuery.MAX_LIMIT + ", not " + limit);
        }
        return look(reader -> reader.leaves(cursor, limit));
    }

    @Override
    public HistoryEntry find(MessageId message) {
        return read((view, session) -> {
            StoredNode.Header found = new TreeReader(view, session, repository.options()).require(message);
            NodeRef ref = found.ref();
            return new HistoryEntry(
                    view.nodes(ref.segment(), ref.index(), ref.index() + 1).get(0));
        });
    }

    @Override
    public @Nullable HistoryEntry latest(NodeKind kind) {
        return read((view, session) -> {
            StoredNode found = Paths.last(view, session.head(), Set.of(kind));
            return found == null ? null : new HistoryEntry(found);
        });
    }

    @Override
    public Map<NodeRef, String> labels() {
        return read((view, session) -> view.labels(id));
    }

    @Override
    public TreeView.Comparison compare(MessageId left, MessageId right) {
        return look(reader -> reader.compare(left, right));
    }

    @Override
    public String toString() {
        return "session " + id;
    }
}
