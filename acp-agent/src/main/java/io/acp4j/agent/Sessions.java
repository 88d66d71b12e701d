package io.acp4j.agent;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.SessionId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The open sessions of one connection. */
final class Sessions {

    private final int limit;
    private final Map<SessionId, DefaultAgentSession> open = new ConcurrentHashMap<>();
    private int opening;
    private volatile boolean ended;

    Sessions(int limit) {
        this.limit = limit;
    }

    @Nullable
    DefaultAgentSession find(SessionId id) {
        return open.get(id);
    }

    DefaultAgentSession require(SessionId id) {
        DefaultAgentSession session = open.get(id);
        if (session == null) {
            throw AcpErrorException.notFound("sessionId", id.value());
        }
        return session;
    }

    /**
     * Reserves room for a session before anything is made for it.
     *
     * @param id which one; null for one that does not exist yet
     */
    synchronized void reserve(@Nullable SessionId id) {
        boolean replaces = id != null && open.containsKey(id);
        if (!replaces && open.size() + opening >= limit) {
            throw new AcpErrorException(
                    ErrorCode.INVALID_REQUEST,
                    "Too many open sessions; close one first",
                    Map.of("reason", "too_many_sessions", "limit", limit));
        }
        opening++;
    }

    /** Ends a reservation, used or not. */
    synchronized void release() {
        opening--;
    }

    /** Makes a session known under an id that no other one has. */
    void add(DefaultAgentSession session) {
        if (open.putIfAbsent(session.id(), session) != null) {
            throw new IllegalStateException("the handler gave a new session the id of an open one: " + session.id());
        }
        closeIfEnded(session);
    }

    /** Makes a session known in the place of an earlier one with its id. */
    void replace(DefaultAgentSession session) {
        DefaultAgentSession old = open.put(session.id(), session);
        if (old != null) {
            old.close();
        }
        closeIfEnded(session);
    }

    /** Forgets a session that has closed itself. */
    void forget(DefaultAgentSession session) {
        open.remove(session.id(), session);
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Closes all sessions, also those that are just being opened; waits for their updates that are being sent. */
    void end() {
        ended = true;
        List.copyOf(open.values()).forEach(this::remove);
    }

    /** A session that was opened while the connection ended is closed by whoever comes last. */
    private void closeIfEnded(DefaultAgentSession session) {
        if (ended) {
            remove(session);
        }
    }

    void remove(DefaultAgentSession session) {
        open.remove(session.id(), session);
        session.beginClosing();
        session.close();
    }
}
