package io.acp4j.agent;

import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.init.ClientSessionCapabilities;
import io.acp4j.schema.v1.update.AgentMessageChunk;
import io.acp4j.schema.v1.update.AgentThoughtChunk;
import io.acp4j.schema.v1.update.CompactionSummaryChunk;
import io.acp4j.schema.v1.update.CompactionUpdate;
import io.acp4j.schema.v1.update.ConfigOptionUpdate;
import io.acp4j.schema.v1.update.Notice;
import io.acp4j.schema.v1.update.SessionUpdate;
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

    SessionOutput(SessionId session, DefaultClientPeer client, Supplier<MessageId> messageIds) {
        this.session = session;
        this.client = client;
        this.flow = new MessageFlow(messageIds);
    }

    SessionId session() {
        return session;
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
        exclusively(() -> push(flow.next(known(update))));
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
        exclusively(flow::end);
    }

    /** Refuses everything from now on. */
    void close() {
        exclusively(() -> {
            closed = true;
        });
    }

    private void push(SessionUpdate update) {
        if (closed) {
            throw new IllegalStateException("session " + session + " has been closed");
        }
        client.update(session, update);
    }

    private SessionUpdate known(SessionUpdate update) {
        return update instanceof ConfigOptionUpdate options
                ? new ConfigOptionUpdate(ConfigOptions.known(options.configOptions(), client), options.meta())
                : update;
    }

    private void requireSupport(SessionUpdate update) {
        if (update instanceof Notice) {
            require(advertised() != null && advertised().notices() != null, "a notice", "session.notices");
        } else if (update instanceof CompactionUpdate || update instanceof CompactionSummaryChunk) {
            require(advertised() != null && advertised().compaction() != null, "a compaction", "session.compaction");
        }
    }

    private @Nullable ClientSessionCapabilities advertised() {
        return client.capabilities().session();
    }

    private static void require(boolean supported, String what, String capability) {
        if (!supported) {
            throw new UnsupportedCapabilityException("to send " + what, "clientCapabilities." + capability);
        }
    }
}
