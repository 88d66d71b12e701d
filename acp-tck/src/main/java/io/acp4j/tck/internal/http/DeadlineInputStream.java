package io.acp4j.tck.internal.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** A stream with a deadline for all reads together. A peer that sends single bytes slowly never exceeds the limit of one read. */
public final class DeadlineInputStream extends FilterInputStream {

    /** Ratio of the time for everything to the limit of a single read. */
    private static final int READS = 4;

    private final Duration limit;
    private final long start = System.nanoTime();
    private volatile boolean removed;

    /**
     * Creates a stream.
     *
     * @param in the stream of a socket whose reads have a limit
     * @param limit this limit; everything together may take four times as long
     */
    public DeadlineInputStream(InputStream in, Duration limit) {
        super(in);
        this.limit = limit.multipliedBy(READS);
    }

    /** Removes the deadline, for a body without an end. */
    public void removeDeadline() {
        removed = true;
    }

    @Override
    public int read() throws IOException {
        check();
        return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        check();
        return in.read(bytes, offset, length);
    }

    private void check() throws SocketTimeoutException {
        if (!removed && System.nanoTime() - start > limit.toNanos()) {
            throw new SocketTimeoutException("the response was not complete after " + limit.toSeconds() + " s");
        }
    }
}
