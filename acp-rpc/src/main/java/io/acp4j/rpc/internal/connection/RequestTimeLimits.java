package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.internal.message.Routes;
import io.acp4j.rpc.internal.receipt.PersonRequestRule;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The default time limits of requests to the peer. The rules for requests that may wait for a person are documented at {@link
 * ConnectionOptions}.
 */
final class RequestTimeLimits {

    private static final int MAX_KNOWN_SESSIONS = 4096;

    private final ConnectionOptions options;
    private final OutboundCalls calls;
    private final InboundCalls served;
    private final boolean isClient;
    private final boolean isAgent;

    /** The sessions that a client has named or opened most recently. Guarded by itself. */
    private final Map<SessionId, Boolean> knownSessions = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionId, Boolean> eldest) {
            return size() > MAX_KNOWN_SESSIONS;
        }
    };

    RequestTimeLimits(ConnectionOptions options, Routes routes, OutboundCalls calls, InboundCalls served) {
        this.options = options;
        this.calls = calls;
        this.served = served;
        this.isClient = routes.opensWith() != null;
        this.isAgent = routes.openedBy() != null;
    }

    /** Takes note of the session of a message to the peer, or of a result from it. */
    void noteSession(Object message) {
        if (isClient && message instanceof SessionScoped scoped && scoped.sessionId() != null) {
            synchronized (knownSessions) {
                knownSessions.put(scoped.sessionId(), true);
            }
        }
    }

    /** Returns true if a client has named or opened a session. */
    boolean isKnown(@Nullable SessionId session) {
        if (session == null) {
            return false;
        }
        synchronized (knownSessions) {
            return knownSessions.containsKey(session);
        }
    }

    /** Starts the time limit of a request. */
    Deadline start(String method) {
        boolean hasOwnLimit = options.methodTimeouts().containsKey(method);
        Duration limit = isAgent && PersonRequestRule.isExtension(method) && !hasOwnLimit
                ? Duration.ZERO
                : options.timeoutOf(method);
        Deadline deadline = Deadline.in(limit);
        return isClient ? deadline.suspendable() : deadline;
    }

    /** Returns the remaining time of a request in nanoseconds; not positive if the time limit has been reached. */
    long remainingNanos(OutboundCall<?> call, Deadline deadline) {
        if (!deadline.isSuspendable()) {
            return deadline.nanosUntilEnd(deadline.startNanos());
        }
        boolean isSuspended = served.open().stream()
                .anyMatch(question -> mayWaitForPerson(question) && isRelated(question, call.session()));
        return deadline.nanosUntilEnd(isSuspended ? System.nanoTime() : call.limitStart(deadline.startNanos()));
    }

    /** Starts the time limits again that a request of the peer has suspended. Called before the request counts as ended. */
    void restart(InboundCall question) {
        if (isClient && mayWaitForPerson(question)) {
            for (OutboundCall<?> call : calls.sent()) {
                if (isRelated(question, call.session())) {
                    call.restartLimit();
                }
            }
        }
    }

    /**
     * Returns true if the peer has a pending request for a session. For an agent, only requests that may wait for a person count: a command
     * or an MCP server may run for hours while the agent continues with other work.
     */
    boolean isPeerWaiting(SessionId session) {
        return served.open().stream()
                .anyMatch(request -> session.equals(request.session()) && (!isClient || mayWaitForPerson(request)));
    }

    private static boolean mayWaitForPerson(InboundCall question) {
        return PersonRequestRule.mayWait(question.method());
    }

    /**
     * Returns true if a question may belong to a request about a session or about none. A question about no session may belong to any
     * request. A request about no session can only be waiting for a question about a session that it creates.
     */
    private static boolean isRelated(InboundCall question, @Nullable SessionId request) {
        if (question.session() == null) {
            return true;
        }
        return request == null
                ? !question.isOfKnownSession()
                : question.session().equals(request);
    }
}
