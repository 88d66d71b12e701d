package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.rpc.internal.lane.Lane;
import io.acp4j.rpc.internal.message.Opening;
import io.acp4j.schema.SessionId;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where the peer's calls pass once it has opened the connection. What comes behind the request that opens it waits here until
 * that has its response, and shares its fate, so that nothing depends on which handler is faster. Always open where nothing
 * opens the connection.
 */
final class Gate {

    private enum State {
        SHUT,
        OPENING,
        OPEN
    }

    /**
     * A call that waits.
     *
     * @param session the session that it is about; null when about none
     * @param admitted what handles it
     * @param refused what is done instead when the connection has not been opened
     */
    record Waiting(@Nullable SessionId session, Lane.Item admitted, Lane.Item refused) {}

    /** Takes what has waited. */
    @FunctionalInterface
    interface Onward {
        void go(Waiting call, boolean admitted);
    }

    /** How long the next request of the kind that opens the connection waits for the response to the one before to be sent. */
    private static final long SETTLING_MILLIS = 10_000;

    private final @Nullable Opening<?> opening;
    private final Queue<Waiting> waiting = new ArrayDeque<>(1);
    private volatile State state;
    private @Nullable InboundCall opener;

    /** Whether the connection was open before the request that opens it now. */
    private boolean repeated;

    /** Whether there was any other request since the connection was opened first; of the reading thread. */
    private boolean used;

    Gate(@Nullable Opening<?> opening) {
        this.opening = opening;
        this.state = opening == null ? State.OPEN : State.SHUT;
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    boolean isShut() {
        return state == State.SHUT;
    }

    /** Returns what opens the connection if a request of this name does; null when it is any other request. */
    @Nullable
    Opening<?> openedBy(String method) {
        return opening != null && opening.isBy(method) ? opening : null;
    }

    /** Notes a request that does not open the connection; called by the reading thread. */
    void use() {
        used = true;
    }

    /**
     * Returns whether a request may open the connection now; called by the reading thread, which waits while the response to the one
     * before is on its way: the peer may have it already.
     */
    boolean mayBegin(Dialect spoken) {
        awaitSettled();
        return state == State.SHUT || (state == State.OPEN && !used && spoken.takesRepeatedOpenings());
    }

    private synchronized void awaitSettled() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLING_MILLIS);
        long left = SETTLING_MILLIS;
        try {
            while (opener != null && opener.isResponded() && left > 0) {
                wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets nothing pass until a request has its response; called by the reading thread. */
    synchronized void begin(InboundCall call) {
        repeated = state == State.OPEN;
        used &= repeated;
        opener = call;
        state = State.OPENING;
    }

    /** Has a call wait while the connection is being opened; returns what is to be done at once, or null when it waits. */
    synchronized Lane.@Nullable Item admit(Waiting call) {
        if (state == State.OPENING) {
            waiting.add(call);
            return null;
        }
        return state == State.OPEN ? call.admitted() : call.refused();
    }

    /**
     * Is told of a response that has been sent; if it is that to the request which opens the connection, all that waits goes
     * on in the order in which it has come.
     *
     * @param succeeded whether it was a result; when it was not, a connection that was open before stays open
     * @param shut run before anything goes on when the connection is not open
     * @param onward takes what goes on
     */
    void settle(InboundCall call, boolean succeeded, Runnable shut, Onward onward) {
        if (state != State.OPENING) {
            return;
        }
        synchronized (this) {
            if (call != opener) {
                return;
            }
            opener = null;
            boolean opened = succeeded || repeated;
            if (!opened) {
                shut.run();
            }
            Waiting next;
            while ((next = waiting.poll()) != null) {
                onward.go(next, opened);
            }
            state = opened ? State.OPEN : State.SHUT;
            notifyAll();
        }
    }

    /** The error for what comes before the connection has been opened. */
    AcpErrorException notOpen() {
        String method = opening == null ? "" : opening.method().name();
        return AcpErrorException.invalidRequest("not_initialized", "Call " + method + " first");
    }

    /** The error for opening a connection that is open. */
    static AcpErrorException alreadyOpen() {
        return AcpErrorException.invalidRequest(
                "already_initialized", "The connection is initialized; open another one to start anew");
    }
}
