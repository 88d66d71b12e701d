package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.TitlePolicy;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.session.SessionOutput;
import io.acp4j.agent.internal.session.SessionRecorder;
import io.acp4j.agent.internal.session.SessionSettings;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.NewNode;
import io.acp4j.agent.tree.Node;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.SystemPrompt;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.ToolCallContentChunk;
import io.acp4j.schema.update.UsageUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores what is sent about one open session, each message as soon as it is complete and before anything after it is sent.
 *
 * <p>For the thread that holds the lock of the session's output, save what says otherwise.
 */
public final class Recorder implements SessionRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    private static final Set<String> LOSSES =
            Set.of(BranchException.TAKEN_OVER, BranchException.CLOSED, BranchException.UNKNOWN_SESSION);

    /**
     * Held while something is recorded, but not while it is sent: another thread can store what is left although the client does not
     * read and the sender waits.
     */
    private final ReentrantLock recording = new ReentrantLock();

    private final SessionId id;
    private final Supplier<SessionTree> opening;
    private final TitlePolicy titles;
    private final UnstoredNodes unstored = new UnstoredNodes();
    private volatile SessionTree tree;
    private volatile @Nullable AcpErrorException failure;
    private volatile boolean lost;
    private volatile boolean closed;

    /** Which recorder of this process this one has taken the session from; null for none. */
    private @Nullable Taken taken;

    private final Consumer<Recorder> onEnd;
    private volatile Consumer<AcpErrorException> onLoss = why -> {};
    private volatile Supplier<@Nullable StateUpdate> states = () -> null;
    private final SessionOwner owner;
    private @Nullable MessageId prompt;
    /** What was said last of the usage of the context and is not stored yet. */
    private @Nullable UsageUpdate usage;

    private boolean running;

    /** Whether the first prompt since the session was opened is still to come. */
    private boolean mayTakeTitle = true;

    /** Returns the modes and options of the session since it went elsewhere, where others may be stored; null when they are stored. */
    private @Nullable Supplier<OpenedState> settings;

    /** Whether the store may still hold a turn to be running that is none any more. */
    private boolean unfinished;

    /** The taking of a session from another recorder, which was told so by an error. */
    private record Taken(Recorder from, AcpErrorException why) {}

    /**
     * Opens a session for writing.
     *
     * @param opening opens it, also again after the store has failed
     * @param owner the connection that the session is opened for
     * @param titles chooses the title of a session without one
     * @param onEnd called when nothing more will be written
     */
    Recorder(
            SessionId id,
            Supplier<SessionTree> opening,
            SessionOwner owner,
            TitlePolicy titles,
            Consumer<Recorder> onEnd) {
        this.id = id;
        this.owner = owner;
        this.opening = opening;
        this.titles = titles;
        this.onEnd = onEnd;
        this.tree = opening.get();
    }

    /** Names the session; for any thread. */
    SessionId id() {
        return id;
    }

    /** Returns the connection that has the session open; for any thread. */
    SessionOwner owner() {
        return owner;
    }

    @Override
    public SessionTree tree() {
        return tree;
    }

    @Override
    public SessionTree tree(SessionOutput output, SessionSettings present) {
        return new LiveTree(tree, output, present, () -> {
            // In the middle of a turn the session cannot go on elsewhere, and its message goes on.
            if (!running) {
                output.endMessage();
            }
        });
    }

    @Override
    public @Nullable SystemPrompt systemPrompt() {
        return StoredSettings.of(tree).systemPrompt();
    }

    @Override
    public List<SessionUpdate> lastUpdates() {
        return StoredSettings.of(tree).lastUpdates();
    }

    @Override
    public @Nullable Meta meta() {
        return SessionInfos.meta(tree.session(), null);
    }

    @Override
    public void reportWith(Supplier<@Nullable StateUpdate> source) {
        states = source;
    }

    /** Returns what the session does, as its client has been told; null when that is not known yet; for any thread. */
    @Nullable
    StateUpdate state() {
        return states.get();
    }

    @Override
    public void onLoss(Consumer<AcpErrorException> action) {
        onLoss = action;
        AcpErrorException why = failure;
        if (lost && why != null) {
            action.accept(why);
        }
    }

    @Override
    public void requireHeld() {
        try {
            tree.requireOpen();
        } catch (BranchException e) {
            AcpErrorException why = failure;
            if (lost && why != null) {
                // The tree is closed by now, and may have been read before somebody else had the session.
                throw why;
            }
            if (LOSSES.contains(e.reason())) {
                lose(e);
            }
            throw e;
        }
    }

    @Override
    public void lose(AcpErrorException why) {
        failure = why;
        lost = true;
        onLoss.accept(why);
        closeTree();
    }

    @Override
    public boolean isLost() {
        return lost;
    }

    /**
     * Stores all that has been sent and ends the recording. Nothing is recorded between the two, so the client has seen nothing that is
     * not stored. For any thread; it waits for the store, not for the client.
     *
     * @param successor takes the session over once the rest is stored; when it fails, this recorder continues
     * @return the result of the successor
     */
    <T> T handOver(AcpErrorException why, Supplier<T> successor) {
        recording.lock();
        try {
            storeRest();
            T result = successor.get();
            if (!lost) {
                failure = why;
                lost = true;
            }
            return result;
        } finally {
            recording.unlock();
        }
    }

    private void storeRest() {
        if (failure != null || closed) {
            return;
        }
        List<NewNode> rest = unstored.before(null);
        dropDraft();
        rest.addAll(unstored.rest());
        try {
            if (!rest.isEmpty()) {
                append(rest);
            }
            storeUsage();
        } catch (AcpErrorException e) {
            LOG.warn("the last message of session {} was not stored before it changed hands: {}", id, e.getMessage());
        }
    }

    /** Notifies the recorder that had the session, which has stored its rest; for the thread that opens it. */
    void takeFrom(Recorder earlier, AcpErrorException why) {
        taken = new Taken(earlier, why);
        earlier.lose(why);
    }

    /**
     * Closes this recorder, whose session could not be opened after all, and lets the one go on from which it has taken the session;
     * only closes it when it has taken it from another one, or either has lost it since. For the thread that has opened it.
     *
     * @param earlier which one is to go on; its lock is held
     * @return whether it goes on
     */
    boolean giveBack(Recorder earlier) {
        Taken from = taken;
        finish();
        if (from == null
                || !from.from().equals(earlier)
                || lost
                || earlier.closed
                || !from.why().equals(earlier.failure)) {
            closeTree();
            return false;
        }
        earlier.tree = tree;
        earlier.lost = false;
        earlier.failure = null;
        return true;
    }

    @Override
    public void moved(Supplier<OpenedState> present) {
        exclusively(() -> {
            settings = present;
        });
    }

    @Override
    public void storeSettings() {
        exclusively(() -> storeSettingsNow());
    }

    private void storeSettingsNow() {
        if (settings != null) {
            requireWritable();
            append(List.of());
        }
    }

    @Override
    public @Nullable String beginTurn(MessageId message, List<ContentBlock> content) {
        return exclusively(() -> beginTurnNow(message, content));
    }

    private @Nullable String beginTurnNow(MessageId message, List<ContentBlock> content) {
        if (closed) {
            throw BranchException.closed(id);
        }
        if (!lost) {
            failure = null;
        }
        requireWritable();
        if (unfinished) {
            tree = stored(opening);
            unfinished = false;
        }
        store(null);
        append(List.of());
        unstored.forgetCalls();
        boolean untitled = mayTakeTitle && stored(() -> tree.session()).title() == null;
        String title = untitled ? title(content) : null;
        stored(() -> tree.beginTurn(NewNode.user(message, content), title));
        prompt = message;
        running = true;
        mayTakeTitle = false;
        return title == null ? null : stored(() -> tree.session()).title();
    }

    /** Stores nodes, and before them the modes and options of a session that has gone elsewhere, unless they are stored there. */
    private void append(List<NewNode> nodes) {
        Supplier<OpenedState> moved = settings;
        if (moved == null && nodes.isEmpty()) {
            return;
        }
        stored(() -> {
            List<NewNode> all = new ArrayList<>();
            if (moved != null) {
                OpenedState present = moved.get();
                all.addAll(StoredSettings.of(tree).missing(present.modes(), present.options()));
            }
            all.addAll(nodes);
            return all.isEmpty() ? all : tree.append(all);
        });
        settings = null;
    }

    /** Returns the title for a prompt. A title is no reason to refuse a prompt, so the session has none when the policy fails. */
    private @Nullable String title(List<ContentBlock> content) {
        try {
            return titles.title(content);
        } catch (RuntimeException e) {
            LOG.warn("the title policy failed at the first prompt of session {}", id, e);
            return null;
        }
    }

    @Override
    public void record(SessionUpdate update) {
        exclusively(() -> recordNow(update));
    }

    private void recordNow(SessionUpdate update) {
        requireWritable();
        if (update instanceof ContentChunk chunk) {
            record(chunk);
            return;
        }
        MessageUpsert whole = MessageUpsert.of(update);
        if (whole != null) {
            record(whole, update);
            return;
        }
        if (update instanceof ToolCallContentChunk piece) {
            store(unstored.changesOf(piece.toolCallId()));
        }
        store(unstored.nodeOf(StoredDiffs.in(update)));
        if (update instanceof AvailableCommandsUpdate commands) {
            stored(() -> StoredSettings.keep(tree, commands));
        } else if (update instanceof UsageUpdate used) {
            usage = used;
            if (!running) {
                storeUsage();
            }
        }
        if (update instanceof SessionInfoUpdate info && !info.title().isUnchanged()) {
            String title = info.title().applyTo(null);
            stored(() -> {
                tree.title(title);
                return true;
            });
        }
    }

    private void record(ContentChunk chunk) {
        MessageId message = Objects.requireNonNull(chunk.messageId(), "chunks are numbered before they are stored");
        NodeKind kind = MessageDraft.kindOf(chunk);
        if (kind == NodeKind.USER && message.equals(prompt)) {
            return; // The echo of what was stored when the turn began.
        }
        if (!unstored.continues(kind, message, running)) {
            begin(kind, message);
        }
        unstored.add(chunk);
    }

    private void begin(NodeKind kind, MessageId message) {
        store(null);
        unstored.begin(kind, message);
        tree.sending(message);
    }

    /**
     * Records a message as a whole. One that is not stored yet is stored with its new content; what has been stored stays as it is,
     * and the change follows it.
     */
    private void record(MessageUpsert whole, SessionUpdate update) {
        if (!unstored.continues(whole.kind(), whole.id(), false)) {
            if (whole.id().equals(prompt) || isStored(whole.id())) {
                store(NewNode.of(update));
                return;
            }
            begin(whole.kind(), whole.id());
        }
        unstored.add(whole);
    }

    private boolean isStored(MessageId message) {
        try {
            Node unused = tree.find(message);
            return true;
        } catch (BranchException e) {
            return false;
        }
    }

    /** Stores how much of the context is used, once for each turn, however often it was said. */
    private void storeUsage() {
        UsageUpdate used = usage;
        if (used != null) {
            usage = null;
            stored(() -> StoredSettings.keep(tree, used));
        }
    }

    @Override
    public void flush() {
        exclusively(() -> flushNow());
    }

    private void flushNow() {
        List<NewNode> changes = failure == null ? unstored.changes() : List.of();
        if (!changes.isEmpty()) {
            append(changes);
        }
    }

    @Override
    public void replay(Consumer<SessionUpdate> target) {
        flush();
        Replay.of(tree, target);
        exclusively(unstored::goingOn).forEach(target);
    }

    @Override
    public void endMessage() {
        exclusively(() -> endMessageNow());
    }

    private void endMessageNow() {
        if (failure == null) {
            store(null);
        }
    }

    @Override
    public @Nullable AcpErrorException endTurn(StopReason reason) {
        return exclusively(() -> endTurnNow(reason));
    }

    private @Nullable AcpErrorException endTurnNow(StopReason reason) {
        if (running && !lost) {
            StopReason shown = failure == null ? reason : FAILED;
            List<NewNode> rest = unstored.before(null);
            dropDraft();
            rest.addAll(unstored.rest());
            try {
                stored(() -> tree.endTurn(rest, shown));
                storeUsage();
            } catch (AcpErrorException e) {
                failure = e;
                unfinished = !lost;
            }
        }
        running = false;
        prompt = null;
        return failure;
    }

    @Override
    public void close() {
        exclusively(this::finish);
        closeTree();
    }

    /** Records what is left. */
    private void finish() {
        closed = true;
        if (!lost) {
            if (running) {
                endTurn(StopReason.CANCELLED);
            } else {
                try {
                    endMessage();
                } catch (AcpErrorException e) {
                    LOG.warn("the last message of session {} was not stored: {}", id, e.getMessage());
                }
            }
        }
    }

    private void closeTree() {
        try {
            tree.close();
        } catch (SessionStoreException e) {
            LOG.warn("session {} could not be closed in its store; others can open it when its lease ends", id, e);
        } finally {
            onEnd.accept(this);
        }
    }

    private void exclusively(Runnable action) {
        exclusively(() -> {
            action.run();
            return null;
        });
    }

    private <T extends @Nullable Object> T exclusively(Supplier<T> action) {
        recording.lock();
        try {
            return action.get();
        } finally {
            recording.unlock();
        }
    }

    private void requireWritable() {
        if (failure != null) {
            throw failure;
        }
    }

    private void store(@Nullable NewNode node) {
        List<NewNode> nodes = unstored.before(node);
        if (!nodes.isEmpty()) {
            append(nodes);
            dropDraft();
        }
    }

    private void dropDraft() {
        if (unstored.drop()) {
            tree.sending(null);
        }
    }

    private <T> T stored(Supplier<T> action) {
        try {
            return action.get();
        } catch (SessionStoreException e) {
            LOG.error("session {} could not be stored; what was asked of it fails", id, e);
            AcpErrorException error = StoreFailures.of(e, id);
            failure = error;
            throw error;
        } catch (BranchException e) {
            if (LOSSES.contains(e.reason())) {
                LOG.warn("session {} can be written here no more: {}", id, e.getMessage());
                lose(e);
            } else {
                dropDraft();
            }
            throw e;
        }
    }
}
