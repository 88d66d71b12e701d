package io.acp4j.agent.tree;

import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.StopReason;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session that was opened for reading because the store could not be written. Every change fails. */
final class UnwritableTree extends StoredTreeView implements SessionTree {

    private final SessionStoreException.UnwritableException cause;
    private final TreeView.Snapshot opened;

    /**
     * Creates the tree.
     *
     * @param opened the session when it was opened
     * @param cause the reason why it cannot be written
     */
    UnwritableTree(
            SessionRepository repository, TreeView.Snapshot opened, SessionStoreException.UnwritableException cause) {
        super(repository, opened.session().id());
        this.opened = opened;
        this.cause = cause;
    }

    private SessionStoreException.UnwritableException refused() {
        return new SessionStoreException.UnwritableException(String.valueOf(cause.getMessage()), cause);
    }

    @Override
    public TreeView.Snapshot snapshot() {
        return opened;
    }

    @Override
    public SessionTree expecting(long version) {
        return this;
    }

    @Override
    public void requireOpen() {
        if (session().lease().token() != opened.session().lease().token()) {
            throw BranchException.takenOver(id());
        }
    }

    @Override
    public List<HistoryEntry> append(List<HistoryEntry.Draft> nodes) {
        if (nodes.isEmpty()) {
            return List.of();
        }
        throw refused();
    }

    @Override
    public HistoryEntry append(HistoryEntry.Draft node, SessionTree.Position position) {
        throw refused();
    }

    @Override
    public HistoryEntry beginTurn(HistoryEntry.Draft prompt, @Nullable String title) {
        throw refused();
    }

    @Override
    public HistoryEntry endTurn(List<HistoryEntry.Draft> rest, StopReason reason) {
        throw refused();
    }

    @Override
    public void sending(@Nullable MessageId message) {
        // No output is sent at which a fork would be possible.
    }

    @Override
    public SessionTree.Navigation navigate(MessageId message) {
        throw refused();
    }

    @Override
    public void label(MessageId message, @Nullable String label) {
        throw refused();
    }

    @Override
    public HistoryEntry graft(MessageId from, @Nullable MessageId into, Summary summary) {
        throw refused();
    }

    @Override
    public HistoryEntry compact(List<ContentBlock> summary) {
        throw refused();
    }

    @Override
    public int prune(MessageId message) {
        throw refused();
    }

    @Override
    public void attribute(String name, @Nullable SessionAttribute value) {
        throw refused();
    }

    @Override
    public void onHandover(SessionTree.Handover action) {
        // Nothing can be stored.
    }

    @Override
    public void describe(String cwd, List<String> additional, Map<String, SessionAttribute> attributes) {
        throw refused();
    }

    @Override
    public void title(@Nullable String title) {
        throw refused();
    }

    @Override
    public void close() {
        // No lease was taken.
    }
}
