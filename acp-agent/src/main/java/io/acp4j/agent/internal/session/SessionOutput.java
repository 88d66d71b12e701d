package io.acp4j.agent.internal.session;

import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.client.TerminalReplay;
import io.acp4j.agent.internal.protocol.ConfigOptions;
import io.acp4j.agent.internal.protocol.UpdateWriter;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.ForkHistory;
import io.acp4j.schema.branching.SessionMovedNotification;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the updates of one session: one after the other, with message ids, and only what the client takes. */
public final class SessionOutput {

    private static final Logger LOG = LoggerFactory.getLogger(SessionOutput.class);

    /** How many updates may be sent before the response that opens the session. */
    public static final int MAX_HELD = 1_000;

    private final SessionId session;
    private final DefaultClient client;
    private final UniqueMessageIds ids;
    private final MessageFlow flow;
    private final UpdateWriter writer;
    private final UpdateSupport support;

    /** Held while an update is numbered and sent, so that both happen in the same order. */
    private final ReentrantLock lock = new ReentrantLock();

    private boolean closed;

    /** What is sent before the response that opens the session, which may be the first that the client hears of it. */
    private @Nullable List<Held> held;

    /**
     * Something that is sent later.
     *
     * @param update the update; null for a report
     * @param send sends it
     */
    private record Held(@Nullable SessionUpdate update, Runnable send) {}

    /** Why nothing may be sent any more; null while it may, or when it is just closed. */
    private volatile @Nullable AcpErrorException refusal;

    /** Stores what is sent; null when nothing is stored. */
    private @Nullable SessionRecorder recorder;

    public SessionOutput(SessionId session, DefaultClient client, Supplier<MessageId> messageIds, UpdateWriter writer) {
        this.session = session;
        this.client = client;
        this.writer = writer;
        this.support = new UpdateSupport(client, writer);
        this.ids = new UniqueMessageIds(session, messageIds);
        this.flow = new MessageFlow(ids);
    }

    /**
     * Returns the ID of a new message of this session.
     *
     * @throws IllegalStateException when the supplier repeats an ID
     */
    public MessageId newMessageId() {
        return ids.get();
    }

    public SessionId session() {
        return session;
    }

    /** Returns what sends the updates. */
    UpdateWriter writer() {
        return writer;
    }

    /** Has everything stored that is sent from now on. */
    public void recordWith(SessionRecorder storing) {
        exclusively(() -> {
            recorder = storing;
        });
    }

    /** Keeps others from sending. */
    void lock() {
        lock.lock();
    }

    /** Returns whether this thread keeps others from sending. */
    boolean isLocked() {
        return lock.isHeldByCurrentThread();
    }

    /** Lets others send again. */
    void unlock() {
        lock.unlock();
    }

    /** Returns the result of an action that runs while nobody sends. */
    public <T> T exclusively(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** Runs something while nobody else sends. */
    public void exclusively(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    /** Keeps back what is sent until {@link #release}. */
    public void hold() {
        exclusively(() -> {
            held = new ArrayList<>();
        });
    }

    /** Puts before what is kept back what the session's client knew before it was opened now, unless that is sent anew. */
    public void remind(List<SessionUpdate> known) {
        exclusively(() -> {
            List<Held> waiting = Objects.requireNonNull(held);
            List<Held> missing = known.stream()
                    .filter(this::isTaken)
                    .filter(update -> waiting.stream().map(Held::update).noneMatch(update.getClass()::isInstance))
                    .map(this::held)
                    .toList();
            waiting.addAll(0, missing);
        });
    }

    /** Delivers what was kept back, and what is sent from now on at once. */
    void release() {
        exclusively(() -> {
            List<Held> waiting = held;
            held = null;
            if (waiting != null) {
                waiting.forEach(each -> each.send().run());
            }
        });
    }

    private Held held(SessionUpdate update) {
        return new Held(update, () -> writer.write(update, null));
    }

    /** Sends a report of what the session does, behind what is kept back; for the thread that holds the lock. */
    void report(Runnable report) {
        if (held == null) {
            report.run();
        } else {
            requireRoom(held);
            held.add(new Held(null, report));
        }
    }

    private void requireRoom(List<Held> waiting) {
        if (waiting.size() >= MAX_HELD) {
            throw new IllegalStateException("more than " + MAX_HELD + " updates before the response that opens "
                    + session + "; send them after it, with SessionContext.afterResponse or in the first turn");
        }
    }

    /** Runs something while nobody else sends; false when somebody was sending all the while. */
    boolean tryExclusively(long nanos, Runnable action) {
        try {
            if (!lock.tryLock(nanos, TimeUnit.NANOSECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        try {
            action.run();
            return true;
        } finally {
            lock.unlock();
        }
    }

    void send(SessionUpdate update) {
        if (!UpdateSupport.isCompaction(update)) {
            support.require(update);
        }
        exclusively(() -> push(flow.next(update)));
    }

    /** Shows what is stored already, if the client takes it; for the thread that holds the lock. */
    public void show(SessionUpdate update) {
        if (isTaken(update)) {
            flow.end();
            requireOpen();
            writer.write(known(update), null);
        }
    }

    /**
     * Tells the client that the session goes on from another message than it knows of, if it wants to know; for the thread that holds the
     * lock. Where the session goes on is stored, whether or not the client can be told.
     *
     * @param head the message that the next one follows; null when that is none
     */
    public void moved(@Nullable MessageId head) {
        flow.end();
        if (client.supports(BranchMethods.MOVED)) {
            SessionMovedNotification told = new SessionMovedNotification(session, head, null);
            report(() -> {
                try {
                    client.notify(BranchMethods.MOVED, told);
                } catch (ConnectionClosedException e) {
                    LOG.debug("the client of {} is gone and is not told that it goes on elsewhere", session, e);
                }
            });
        }
    }

    /**
     * Shows again what a client may have seen already, if it takes it, while the message that is being sent goes on; for the thread that
     * holds the lock.
     */
    public void repeat(SessionUpdate update) {
        if (isTaken(update) && writer.replays(update)) {
            requireOpen();
            writer.write(known(update), null);
        }
    }

    /** Returns a consumer of stored updates that passes them on with terminals as the client can show them. */
    public TerminalReplay replayTo(Consumer<SessionUpdate> target) {
        return client.replayTo(session, target);
    }

    /** Shows a part of the history that a fork inherits; for the thread that holds the lock. */
    public void show(SessionUpdate update, ForkHistory mark) {
        flow.end();
        requireOpen();
        writer.write(known(update), mark.into(null));
    }

    /** Sends a chunk of the agent's message; for the thread that holds the lock. */
    MessageId say(ContentBlock content) {
        AgentMessageChunk chunk = flow.say(content);
        push(chunk);
        return Objects.requireNonNull(chunk.messageId());
    }

    /** Shows a thought; for the thread that holds the lock. */
    MessageId think(ContentBlock content) {
        AgentThoughtChunk chunk = flow.think(content);
        push(chunk);
        return Objects.requireNonNull(chunk.messageId());
    }

    public void endMessage() {
        exclusively(() -> {
            flow.end();
            if (recorder != null) {
                recorder.endMessage();
            }
        });
    }

    /** Ends the message that is being sent without storing it yet; for the end of the turn. */
    void endFlow() {
        flow.end();
    }

    /** Refuses everything from now on and says why; waits for nobody. */
    void refuse(AcpErrorException why) {
        refusal = why;
    }

    /** Refuses everything from now on. */
    public void close() {
        exclusively(() -> {
            closed = true;
        });
    }

    /** Returns true if the session no longer sends or stores updates. */
    boolean isEnded() {
        return closed || refusal != null;
    }

    private void push(SessionUpdate update) {
        requireOpen();
        if (held != null) {
            requireRoom(held);
        }
        if (recorder != null) {
            client.terminals().record(session, update, recorder);
        }
        if (UpdateSupport.isCompaction(update) && !isTaken(update)) {
            return; // The model needs it even if the client does not show it.
        }
        if (held == null) {
            writer.write(known(update), null);
        } else {
            held.add(held(known(update)));
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("session " + session + " has been closed");
        }
        AcpErrorException refused = refusal;
        if (refused != null) {
            throw refused;
        }
    }

    private SessionUpdate known(SessionUpdate update) {
        return update instanceof ConfigOptionUpdate options
                ? new ConfigOptionUpdate(ConfigOptions.known(options.configOptions(), client), options.meta())
                : update;
    }

    /** Returns true if the client supports an update. */
    public boolean isTaken(SessionUpdate update) {
        return support.isSupported(update);
    }
}
