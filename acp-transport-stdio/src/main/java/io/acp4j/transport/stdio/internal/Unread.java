package io.acp4j.transport.stdio.internal;

import io.acp4j.rpc.transport.Envelope;
import io.acp4j.schema.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * How much of what was written the peer may not have read yet, at most. A response proves that its request has been read, and
 * all that was written before it; one request at a time is followed.
 *
 * <p>Safe for use by any number of threads.
 */
public final class Unread {

    private long written;
    private long read;
    private long markedAt;
    private volatile @Nullable RequestId marked;

    /** Counts a frame in. */
    public synchronized void wrote(Envelope envelope, int bytes) {
        written += bytes;
        if (marked == null && envelope.kind() == Envelope.Kind.REQUEST) {
            markedAt = written;
            marked = envelope.id();
        }
    }

    /** Returns whether the response to this request would prove something. */
    public boolean isMarked(@Nullable RequestId id) {
        RequestId awaited = marked;
        return awaited != null && awaited.equals(id);
    }

    /** Notes that the request that {@link #isMarked} has been responded to. */
    public synchronized void markIsRead() {
        read = Math.max(read, markedAt);
        marked = null;
    }

    /** Notes that of what was written no more than this many bytes are unread. */
    public synchronized void isAtMost(long bytes) {
        read = Math.max(read, written - bytes);
    }

    /** Returns the number of bytes that the peer has not provably read. */
    public synchronized long bytes() {
        return written - read;
    }
}
