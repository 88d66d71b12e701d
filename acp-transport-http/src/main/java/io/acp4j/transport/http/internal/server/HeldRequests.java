package io.acp4j.transport.http.internal.server;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one connection that have brought a message and are not responded to before the engine has room for the next one. Safe
 * for use by any number of threads.
 */
final class HeldRequests {

    /** How many there may be. */
    static final int MAX = 64;

    /** How many of the longest messages those may have together: a client posts a message and a response at a time. */
    private static final int MAX_MESSAGES = 2;

    private final long maxBytes;
    private final Deque<Held> held = new ArrayDeque<>();
    private long bytes;

    private record Held(Runnable done, int bytes) {}

    HeldRequests(int maxMessageBytes) {
        this.maxBytes = MAX_MESSAGES * (long) maxMessageBytes;
    }

    /**
     * Holds a request.
     *
     * @param done run when it is released
     * @param length how long its message is
     * @param hasRoom whether the engine has room, so that it will be released at once
     * @return false when there are too many, or too much has come with them
     */
    synchronized boolean add(Runnable done, int length, boolean hasRoom) {
        if (held.size() >= MAX || (!hasRoom && bytes + length > maxBytes)) {
            return false;
        }
        held.add(new Held(done, length));
        bytes += length;
        return true;
    }

    /** Returns true if no request is held. */
    synchronized boolean isEmpty() {
        return held.isEmpty();
    }

    /** Releases all of them. */
    void release() {
        for (Held next = poll(); next != null; next = poll()) {
            next.done.run();
        }
    }

    private synchronized @Nullable Held poll() {
        Held next = held.poll();
        bytes -= next == null ? 0 : next.bytes;
        return next;
    }
}
