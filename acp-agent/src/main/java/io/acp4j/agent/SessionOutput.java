package io.acp4j.agent;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.Capabilities;
import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.init.ClientSessionCapabilities;
import io.acp4j.schema.v1.update.AgentMessageChunk;
import io.acp4j.schema.v1.update.AgentThoughtChunk;
import io.acp4j.schema.v1.update.CompactionSummaryChunk;
import io.acp4j.schema.v1.update.CompactionUpdate;
import io.acp4j.schema.v1.update.ConfigOptionUpdate;
import io.acp4j.schema.v1.update.Notice;
import io.acp4j.schema.v1.update.PlanRemoved;
import io.acp4j.schema.v1.update.PlanUpdate;
import io.acp4j.schema.v1.update.SessionMessage;
import io.acp4j.schema.v1.update.SessionMessageChunk;
import io.acp4j.schema.v1.update.SessionUpdate;
import io.acp4j.schema.v1.update.SubagentUpdate;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends the updates of one session: one after the other, with message ids, and only what the client takes. */
final class SessionOutput {

    private final SessionId session;
    private final DefaultClientPeer client;
    private final MessageFlow flow;

    /** Held while an update is numbered and sent, so that both happen in the same order. */
    private final ReentrantLock lock = new ReentrantLock();

    private boolean closed;

    /** Why nothing may be sent any more; null while it may, or when it is just closed. */
    private volatile @Nullable AcpErrorException refusal;

    /** Stores what is sent; null when nothing is stored. */
    private @Nullable Recorder recorder;

    SessionOutput(SessionId session, DefaultClientPeer client, Supplier<MessageId> messageIds) {
        this.session = session;
        this.client = client;
        this.flow = new MessageFlow(messageIds);
    }

    SessionId session() {
        return session;
    }

    /** Has everything stored that is sent from now on. */
    void recordWith(Recorder storing) {
        exclusively(() -> {
            recorder = storing;
        });
    }

    /** Keeps others from sending. */
    void lock() {
        lock.lock();
    }

    /** Lets others send again. */
    void unlock() {
        lock.unlock();
    }

    /** Gives something its result while nobody sends. */
    <T> T exclusively(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** Runs something while nobody else sends. */
    void exclusively(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    void send(SessionUpdate update) {
        requireSupport(update);
        exclusively(() -> push(flow.next(update)));
    }

    /** Shows what is stored already, if the client takes it; for whoever holds the lock. */
    void show(SessionUpdate update) {
        if (isTaken(update)) {
            flow.end();
            requireOpen();
            client.update(session, known(update));
        }
    }

    /** Says something; for whoever holds the lock. */
    MessageId say(ContentBlock content) {
        AgentMessageChunk chunk = flow.say(content);
        push(chunk);
        return Objects.requireNonNull(chunk.messageId());
    }

    /** Shows a thought; for whoever holds the lock. */
    MessageId think(ContentBlock content) {
        AgentThoughtChunk chunk = flow.think(content);
        push(chunk);
        return Objects.requireNonNull(chunk.messageId());
    }

    void endMessage() {
        exclusively(() -> {
            flow.end();
            if (recorder != null) {
                recorder.endMessage();
            }
        });
    }

    /** Ends the message that is being sent without storing it yet; for whoever ends the turn. */
    void endFlow() {
        flow.end();
    }

    /** Refuses everything from now on and says why; waits for nobody. */
    void refuse(AcpErrorException why) {
        refusal = why;
    }

    /** Refuses everything from now on. */
    void close() {
        exclusively(() -> {
            closed = true;
        });
    }

    private void push(SessionUpdate update) {
        requireOpen();
        if (recorder != null) {
            recorder.record(update);
        }
        client.update(session, known(update));
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

    private void requireSupport(SessionUpdate update) {
        if (!isTaken(update)) {
            if (update instanceof Notice) {
                throw unsupported("a notice", "session.notices");
            }
            if (isPlanOperation(update)) {
                throw unsupported("a plan with an id", "plan");
            }
            throw isOfSubagents(update)
                    ? unsupported("what a subagent does", "subagents")
                    : unsupported("a compaction", "session.compaction");
        }
    }

    /** Whether the client has advertised that it takes such updates, where that is needed. */
    boolean isTaken(SessionUpdate update) {
        if (update instanceof Notice) {
            return advertised() != null && advertised().notices() != null;
        }
        if (update instanceof CompactionUpdate || update instanceof CompactionSummaryChunk) {
            return advertised() != null && advertised().compaction() != null;
        }
        if (isPlanOperation(update)) {
            return Capabilities.PLAN.in(client.capabilities());
        }
        return !isOfSubagents(update) || Capabilities.SUBAGENTS.in(client.capabilities());
    }

    private static boolean isPlanOperation(SessionUpdate update) {
        return update instanceof PlanUpdate || update instanceof PlanRemoved;
    }

    private static boolean isOfSubagents(SessionUpdate update) {
        return update instanceof SubagentUpdate
                || update instanceof SessionMessage
                || update instanceof SessionMessageChunk;
    }

    private @Nullable ClientSessionCapabilities advertised() {
        return client.capabilities().session();
    }

    private static UnsupportedCapabilityException unsupported(String what, String capability) {
        return new UnsupportedCapabilityException("to send " + what, "clientCapabilities." + capability);
    }
}
