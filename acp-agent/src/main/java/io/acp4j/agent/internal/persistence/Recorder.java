package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.session.SessionOutput;
import io.acp4j.agent.internal.session.SessionRecorder;
import io.acp4j.agent.internal.session.SessionSettings;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.SystemPrompt;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.TerminalUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the output of one open session until the session is closed or another connection opens it. Each message is stored as soon as it is
 * complete, before any later output is sent.
 *
 * <p>Used by the thread that holds the lock of the session's output, unless a method states that it is thread-safe.
 */
public final class Recorder implements SessionRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    /**
     * Held while output is recorded, but not while it is sent. Another thread can therefore store the rest while the sender waits for a
     * client that does not read.
     */
    private final ReentrantLock recording = new ReentrantLock();

    private final SessionId id;
    private final NodeRecorder nodes;
    private final SessionOwner owner;
    private final Consumer<Recorder> onEnd;
    private volatile Consumer<AcpErrorException> onLoss = why -> {};
    private volatile Supplier<@Nullable StateUpdate> states = () -> null;
    private volatile boolean closed;

    /** The recorder of this process from which this one took the session over, or null. */
    private @Nullable Taken taken;

    private final String principal;

    /** The time after the opening in which no other process can have the session, in nanoseconds. */
    private final long heldNanos;

    private final long opened = System.nanoTime();

    /** The takeover of a session from another recorder, which was notified with an error. */
    private record Taken(Recorder from, AcpErrorException why) {}

    /**
     * Opens a session for writing.
     *
     * @param opening opens it, also again after the store has failed
     * @param readable opens the session for reading when the store cannot be written, or throws its argument
     * @param owner the connection that the session is opened for
     * @param lease the duration of the lease with which the session is opened
     * @param titles chooses the title of a session without one
     * @param onEnd called when nothing more will be written
     */
    Recorder(
            SessionId id,
            Supplier<SessionTree> opening,
            Function<SessionStoreException.UnwritableException, SessionTree> readable,
            SessionOwner owner,
            Duration lease,
            SessionServiceOptions.TitlePolicy titles,
            Consumer<Recorder> onEnd) {
        this.id = id;
        this.owner = owner;
        this.onEnd = onEnd;
        this.nodes = new NodeRecorder(id, opening, readable, titles, why -> lose(why), this::handOver);
        this.principal = tree().snapshot().session().principal();
        this.heldNanos = lease.toNanos() / 2;
    }

    /** Names the session; for any thread. */
    SessionId id() {
        return id;
    }

    /** Returns the connection that has the session open. Thread-safe. */
    SessionOwner owner() {
        return owner;
    }

    @Override
    public SessionTree tree() {
        return nodes.tree();
    }

    @Override
    public SessionTree tree(SessionOutput output, SessionSettings present) {
        return new LiveTree(nodes.tree(), output, present, () -> {
            // In the middle of a turn the session cannot go on elsewhere, and its message goes on.
            if (!nodes.isRunning()) {
                output.endMessage();
            }
        });
    }

    @Override
    public @Nullable SystemPrompt systemPrompt() {
        return description().settings().systemPrompt();
    }

    @Override
    public List<SessionUpdate> lastUpdates() {
        return description().settings().lastUpdates();
    }

    @Override
    public @Nullable Meta meta() {
        return description().meta(null);
    }

    /** Returns the principal that the session belongs to. Thread-safe. */
    String principal() {
        return principal;
    }

    /** Returns the attributes and directories of the session. Thread-safe. */
    SessionDescription description() {
        return nodes.description();
    }

    @Override
    public void completeOpening(boolean isKnown) {
        boolean isStored = false;
        try {
            isStored = held(() -> this.<Boolean>exclusively(description()::store));
        } catch (SessionStoreException.UnwritableException e) {
            if (!isKnown) {
                throw e;
            }
            LOG.warn("the directories and instructions of session {} are not stored: {}", id, e.getMessage());
        }
        boolean isLeased = !nodes.isLost() && nodes.opened().isWritable() && System.nanoTime() - opened < heldNanos;
        if (isKnown && !isStored && !isLeased) {
            requireHeld();
        }
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
        AcpErrorException why = nodes.failure();
        if (nodes.isLost() && why != null) {
            action.accept(why);
        }
    }

    @Override
    public void requireHeld() {
        boolean unused = held(() -> {
            tree().requireOpen();
            return true;
        });
    }

    /** Runs an action that needs the session. If another opener has it, reports the reason of the loss. */
    private <T> T held(Supplier<T> action) {
        try {
            return action.get();
        } catch (BranchException e) {
            AcpErrorException why = nodes.failure();
            if (nodes.isLost() && why != null) {
                // The tree is closed by now, and may have been read before somebody else had the session.
                throw why;
            }
            if (NodeRecorder.LOSSES.contains(e.reason())) {
                lose(e);
            }
            throw e;
        }
    }

    @Override
    public void lose(AcpErrorException why) {
        nodes.lose(why);
        onLoss.accept(why);
        closeTree();
    }

    @Override
    public boolean isLost() {
        return nodes.isLost();
    }

    /**
     * Stores everything that was sent and ends the recording. Nothing is recorded between the two steps, so the client has seen only stored
     * output. Thread-safe; waits for the store, not for the client.
     *
     * @param successor takes the session over once the rest is stored; when it fails, this recorder continues
     * @return the result of the successor
     */
    <T> T handOver(AcpErrorException why, Supplier<T> successor) {
        return exclusively(() -> {
            if (!closed) {
                nodes.storeRest();
            }
            T result = successor.get();
            if (!nodes.isLost()) {
                nodes.lose(why);
            }
            return result;
        });
    }

    /** Hands the session over to another part of this process, or closes it when its repository is closed. */
    private void handOver(BranchException why, Runnable successor) {
        if (recording.isHeldByCurrentThread()) {
            successor.run(); // This recorder, or another one of the same agent, opens the session again.
            return;
        }
        handOver(why, () -> {
            successor.run();
            return id;
        });
        lose(why);
    }

    /** Returns true if no other process had the session between this recorder and the one that was opened next. Thread-safe. */
    boolean isDirectlyBefore(Recorder next) {
        return nodes.opened().isDirectlyBefore(next.nodes.opened());
    }

    /** Notifies the previous recorder of the session, which has stored its remaining output. Called by the opening thread. */
    void takeFrom(Recorder earlier, AcpErrorException why) {
        taken = new Taken(earlier, why);
        nodes.keptOutputs().takeAll(earlier.nodes.keptOutputs());
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
        exclusively(this::finish);
        if (from == null
                || !from.from().equals(earlier)
                || nodes.isLost()
                || earlier.closed
                || !from.why().equals(earlier.nodes.failure())) {
            closeTree();
            return false;
        }
        earlier.nodes.continueIn(nodes);
        return true;
    }

    @Override
    public void moved(Supplier<OpenedState> present) {
        exclusively(() -> nodes.moved(present));
    }

    @Override
    public void storeSettings() {
        exclusively(nodes::storeSettings);
    }

    @Override
    public @Nullable String beginTurn(MessageId message, List<ContentBlock> content) {
        return this.<@Nullable String>exclusively(() -> {
            if (closed) {
                throw BranchException.closed(id);
            }
            return nodes.beginTurn(message, content);
        });
    }

    @Override
    public void record(SessionUpdate update) {
        exclusively(() -> nodes.record(update));
    }

    @Override
    public void keep(TerminalUpdate output) {
        nodes.keptOutputs().keep(output);
    }

    @Override
    public @Nullable NodeRef head() {
        return nodes.tree().head();
    }

    @Override
    public Object branch() {
        return nodes.branch();
    }

    @Override
    public boolean isOnBranch(Object node) {
        return node instanceof NodeRef ref && PathTerminals.contains(nodes.tree(), ref);
    }

    @Override
    public void flush() {
        exclusively(nodes::flush);
    }

    @Override
    public void replay(Consumer<SessionUpdate> target) {
        flush();
        Replay.of(nodes.tree(), target);
        exclusively(nodes::goingOn).forEach(target);
    }

    @Override
    public void endMessage() {
        exclusively(nodes::endMessage);
    }

    @Override
    public @Nullable AcpErrorException endTurn(StopReason reason) {
        return this.<@Nullable AcpErrorException>exclusively(() -> nodes.endTurn(reason));
    }

    @Override
    public void close() {
        exclusively(this::finish);
        closeTree();
    }

    /** Records the remaining output, including changes of background tool calls and terminals. */
    private void finish() {
        if (!closed && nodes.isRunning()) {
            nodes.endTurn(StopReason.CANCELLED);
        } else if (!closed) {
            nodes.storeRest();
        }
        closed = true;
    }

    private void closeTree() {
        try {
            nodes.tree().close();
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
}
