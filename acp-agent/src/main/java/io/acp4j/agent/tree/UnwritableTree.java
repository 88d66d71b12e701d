package io.acp4j.agent.tree;

import io.acp4j.agent.store.Attribute;
import io.acp4j.agent.store.StoreUnwritableException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.StopReason;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session that was opened for reading because the store could not be written. Every change fails. */
final class UnwritableTree extends StoredTreeView implements SessionTree {

    private final StoreUnwritableException cause;
    private final SessionSnapshot opened;

    /**
     * Creates the tree.
     *
     * @param opened the session when it was opened
     * @param cause the reason why it cannot be written
     */
    UnwritableTree(SessionRepository repository, SessionSnapshot opened, StoreUnwritableException cause) {
        super(repository, opened.session().id());
        this.opened = opened;
        this.cause = cause;
    }

    private StoreUnwritableException refused() {
        return new StoreUnwritableException(String.valueOf(cause.getMessage()), cause);
    }

    @Override
    public SessionSnapshot snapshot() {
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
    public List<Node> append(List<NewNode> nodes) {
        if (nodes.isEmpty()) {
            return List.of();
        }
        throw refused();
    }

    @Override
    public Node append(NewNode node, AppendPosition position) {
        throw refused();
    }

    @Override
    public Node beginTurn(NewNode prompt, @Nullable String title) {
        throw refused();
    }

    @Override
    public Node endTurn(List<NewNode> rest, StopReason reason) {
        throw refused();
    }

    @Override
    public void sending(@Nullable MessageId message) {
        // No output is sent at which a fork would be possible.
    }

    @Override
    public Navigation navigate(MessageId message) {
        throw refused();
    }

    @Override
    public void label(MessageId message, @Nullable String label) {
        throw refused();
    }

    @Override
    public Node graft(MessageId from, @Nullable MessageId into, Summary summary) {
        throw refused();
    }

    @Override
    public Node compact(List<ContentBlock> summary) {
        throw refused();
    }

    @Override
    public int prune(MessageId message) {
        throw refused();
    }

    @Override
    public void attribute(String name, @Nullable Attribute value) {
        throw refused();
    }

    @Override
    public void onHandover(SessionHandover action) {
        // Nothing can be stored.
    }

    @Override
    public void describe(String cwd, List<String> additional, Map<String, Attribute> attributes) {
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
