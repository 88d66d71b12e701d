package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps connections that scenarios have left in order, for others that want the same: starting a subject is what takes most
 * of the time of a run. Thread-safe.
 */
public final class ConnectionPool implements AutoCloseable {

    /** Scenarios that a connection sees, so that no subject has to hold the sessions of a whole run. */
    private static final int MOST_USES = 25;

    private final Deque<PooledConnection> idle = new ArrayDeque<>();
    private final int most;
    private boolean closed;

    /** Keeps this many connections at most; 0 means that each scenario has its own. */
    public ConnectionPool(int most) {
        this.most = most;
    }

    boolean areKept() {
        return most > 0;
    }

    /** Returns the connection that was left last by a client of these capabilities; null when there is none. */
    synchronized @Nullable PooledConnection take(JsonNode capabilities) {
        for (Iterator<PooledConnection> lines = idle.descendingIterator(); lines.hasNext(); ) {
            PooledConnection line = lines.next();
            if (line.capabilities().equals(capabilities)) {
                lines.remove();
                return line;
            }
        }
        return null;
    }

    /** Takes back a connection; one too many ends the one that has waited longest. */
    void give(PooledConnection line) {
        PooledConnection surplus = line.earlier().uses() < MOST_USES ? keep(line) : line;
        if (surplus != null) {
            surplus.wire().close();
        }
    }

    private synchronized @Nullable PooledConnection keep(PooledConnection line) {
        if (closed || most == 0) {
            return line;
        }
        idle.addLast(line);
        return idle.size() > most ? idle.removeFirst() : null;
    }

    /** Ends all connections that nobody has, and those that come back from now on. */
    @Override
    public void close() {
        Deque<PooledConnection> left;
        synchronized (this) {
            closed = true;
            left = new ArrayDeque<>(idle);
            idle.clear();
        }
        left.forEach(line -> line.wire().close());
    }
}
