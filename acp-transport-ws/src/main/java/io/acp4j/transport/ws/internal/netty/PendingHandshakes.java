package io.acp4j.transport.ws.internal.netty;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what all connections hold together that are no WebSockets yet: how many there are, and how much they have sent. At a
 * limit the one that has come first gives way, since a client that means well takes milliseconds. A connection that is being
 * authenticated does not give way, and counts until its authenticator is done, as that holds a thread.
 *
 * <p>Safe for use by any number of threads.
 */
public final class PendingHandshakes {

    private final int maxConnections;
    private final long maxBytes;
    private final Set<Pending> pending = new LinkedHashSet<>();
    private long bytes;

    public PendingHandshakes(int maxConnections, long maxBytes) {
        this.maxConnections = maxConnections;
        this.maxBytes = maxBytes;
    }

    /**
     * Counts a connection in.
     *
     * @param close closes it; called on any thread, at most once
     * @return the connection's share; null when there is no room, because all others are being authenticated
     */
    @Nullable
    public Pending enter(Runnable close) {
        Pending entering = new Pending(close);
        List<Pending> leaving = new ArrayList<>(1);
        synchronized (this) {
            while (pending.size() >= maxConnections) {
                Pending first = first(entering);
                if (first == null) {
                    return null;
                }
                remove(first);
                leaving.add(first);
            }
            pending.add(entering);
        }
        leaving.forEach(each -> each.close.run());
        return entering;
    }

    /** Returns how many connections there are. */
    public synchronized int connections() {
        return pending.size();
    }

    /** Returns how many bytes they have sent. */
    public synchronized long bytes() {
        return bytes;
    }

    private @Nullable Pending first(Pending except) {
        for (Pending each : pending) {
            if (!each.isKept && each != except) {
                return each;
            }
        }
        return null;
    }

    private void remove(Pending leaving) {
        if (pending.remove(leaving)) {
            bytes -= leaving.sent;
        }
    }

    /** The share of one connection. */
    public final class Pending {

        private final Runnable close;
        private int sent;
        private boolean isKept;
        private boolean isOver;

        private Pending(Runnable close) {
            this.close = close;
        }

        /**
         * Counts what the connection has sent.
         *
         * @return false when it must be closed, as there is no room for that
         */
        public boolean add(int more) {
            List<Pending> leaving = new ArrayList<>(1);
            boolean hasRoom = true;
            synchronized (PendingHandshakes.this) {
                if (!pending.contains(this)) {
                    return isOver;
                }
                while (hasRoom && bytes + more > maxBytes) {
                    Pending first = first(this);
                    hasRoom = first != null;
                    if (first != null) {
                        remove(first);
                        leaving.add(first);
                    }
                }
                if (hasRoom) {
                    sent += more;
                    bytes += more;
                }
            }
            leaving.forEach(each -> each.close.run());
            return hasRoom;
        }

        /** Keeps the share while the connection is being authenticated; false when it has given way meanwhile. */
        public boolean keep() {
            synchronized (PendingHandshakes.this) {
                isKept = pending.contains(this);
                return isKept;
            }
        }

        /** Ends what {@link #keep} has begun. */
        public void release() {
            synchronized (PendingHandshakes.this) {
                isKept = false;
                if (isOver) {
                    remove(this);
                }
            }
        }

        /** Counts the connection out: it is a WebSocket, or closed. */
        public void leave() {
            synchronized (PendingHandshakes.this) {
                isOver = true;
                if (!isKept) {
                    remove(this);
                }
            }
        }
    }
}
