package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.internal.session.SessionOutput;
import io.acp4j.agent.internal.session.SessionSettings;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.Page;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.agent.tree.TreeView;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.StopReason;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tree of a session that a client has open: what is grafted onto the active branch is shown to the client, which is told when the
 * session goes on from another message than it knows of, and modes and options stay as the client knows them wherever that is.
 */
public final class LiveTree implements SessionTree {

    private final SessionTree stored;
    private final SessionOutput output;
    private final SessionSettings settings;

    /** Stores what has been sent of a message before the session may go on elsewhere. */
    private final Runnable settle;

    /** Whether the client is told where the session goes on; not where it has asked for that. */
    private final boolean tells;

    LiveTree(SessionTree stored, SessionOutput output, SessionSettings settings, Runnable settle) {
        this(stored, output, settings, settle, true);
    }

    private LiveTree(
            SessionTree stored, SessionOutput output, SessionSettings settings, Runnable settle, boolean tells) {
        this.stored = stored;
        this.output = output;
        this.settings = settings;
        this.settle = settle;
        this.tells = tells;
    }

    /** Returns this tree for changes that the client asks for: the response tells it what has changed. */
    LiveTree asked() {
        return new LiveTree(stored, output, settings, settle, false);
    }

    @Override
    public HistoryEntry graft(MessageId from, @Nullable MessageId into, Summary summary) {
        return output.exclusively(() -> {
            settle.run();
            HistoryEntry node = stored.graft(from, into, summary);
            if (node.ref().equals(stored.head())) {
                node.updates().forEach(output::show);
            }
            return node;
        });
    }

    @Override
    public HistoryEntry compact(List<ContentBlock> summary) {
        return output.exclusively(() -> {
            output.endMessage();
            HistoryEntry node = stored.compact(summary);
            node.updates().forEach(output::show);
            return node;
        });
    }

    /** Makes a change that may leave the session at another message, where modes and options are others perhaps. */
    private <T> T moving(Supplier<T> change) {
        return changing(change, settings::moved);
    }

    /** Makes a change that may leave the session at another message than the client knows of. */
    private <T> T changing(Supplier<T> change, Runnable moved) {
        return output.exclusively(() -> {
            settle.run();
            NodeRef before = stored.head();
            T changed = change.get();
            if (!Objects.equals(before, stored.head())) {
                moved.run();
                if (tells) {
                    output.moved(stored.headMessage());
                }
            }
            return changed;
        });
    }

    private <T> T adding(Supplier<T> change) {
        return changing(change, () -> {});
    }

    @Override
    public SessionTree expecting(long version) {
        return new LiveTree(stored.expecting(version), output, settings, settle, tells);
    }

    @Override
    public void requireOpen() {
        stored.requireOpen();
    }

    @Override
    public SessionId id() {
        return stored.id();
    }

    @Override
    public StoredSession session() {
        return stored.session();
    }

    @Override
    public TreeView.Snapshot snapshot() {
        return stored.snapshot();
    }

    @Override
    public List<HistoryEntry> append(List<HistoryEntry.Draft> nodes) {
        return adding(() -> stored.append(nodes));
    }

    @Override
    public HistoryEntry append(HistoryEntry.Draft node, SessionTree.Position position) {
        return moving(() -> stored.append(node, position));
    }

    @Override
    public HistoryEntry beginTurn(HistoryEntry.Draft prompt, @Nullable String title) {
        return adding(() -> stored.beginTurn(prompt, title));
    }

    @Override
    public HistoryEntry endTurn(List<HistoryEntry.Draft> rest, StopReason reason) {
        return adding(() -> stored.endTurn(rest, reason));
    }

    @Override
    public void sending(@Nullable MessageId message) {
        stored.sending(message);
    }

    @Override
    public @Nullable NodeRef head() {
        return stored.head();
    }

    @Override
    public @Nullable MessageId headMessage() {
        return stored.headMessage();
    }

    @Override
    public List<HistoryEntry> path() {
        return stored.path();
    }

    @Override
    public List<HistoryEntry> path(MessageId leaf) {
        return stored.path(leaf);
    }

    @Override
    public List<HistoryEntry> context() {
        return stored.context();
    }

    @Override
    public Page<HistoryEntry> page(PathQuery query) {
        return stored.page(query);
    }

    @Override
    public Page<TreeView.ListedMessage> messages(@Nullable String cursor, int limit) {
        return stored.messages(cursor, limit);
    }

    @Override
    public Page<TreeView.Leaf> leaves(@Nullable String cursor, int limit) {
        return stored.leaves(cursor, limit);
    }

    @Override
    public HistoryEntry find(MessageId message) {
        return stored.find(message);
    }

    @Override
    public @Nullable HistoryEntry latest(NodeKind kind) {
        return stored.latest(kind);
    }

    @Override
    public SessionTree.Navigation navigate(MessageId message) {
        return moving(() -> stored.navigate(message));
    }

    @Override
    public void label(MessageId message, @Nullable String label) {
        stored.label(message, label);
    }

    @Override
    public Map<NodeRef, String> labels() {
        return stored.labels();
    }

    @Override
    public TreeView.Comparison compare(MessageId left, MessageId right) {
        return stored.compare(left, right);
    }

    @Override
    public int prune(MessageId message) {
        return stored.prune(message);
    }

    @Override
    public void attribute(String name, @Nullable SessionAttribute value) {
        stored.attribute(name, value);
    }

    @Override
    public void onHandover(SessionTree.Handover action) {
        stored.onHandover(action);
    }

    @Override
    public void describe(String cwd, List<String> additional, Map<String, SessionAttribute> attributes) {
        stored.describe(cwd, additional, attributes);
    }

    @Override
    public void title(@Nullable String title) {
        stored.title(title);
    }

    @Override
    public void close() {
        stored.close();
    }

    @Override
    public String toString() {
        return stored.toString();
    }
}
