package io.acp4j.rpc.internal.transport;

import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Outbound messages one after the other, with their lengths. Taken from a pool when there is something to send and given
 * back when it has been written, so that an idle connection holds none.
 */
public final class Batch {

    private final BatchPool pool;
    private final int share;
    private final FrameBuffer buffer = new FrameBuffer();
    private int[] ends = new int[32];
    private int count;

    /** Makes a batch for an owner that keeps it. */
    Batch() {
        this(BatchPool.SHARED, 0);
    }

    /** Makes a batch that goes back to a pool. */
    Batch(BatchPool pool, int share) {
        this.pool = pool;
        this.share = share;
    }

    /** Returns the batch to the pool; nobody uses it any more. */
    public void release() {
        clear();
        pool.giveBack(this);
    }

    /** Returns the share of the pool that it was made for. */
    int share() {
        return share;
    }

    /** Returns how many bytes of memory it takes, whatever it holds. */
    int memory() {
        return Math.max(buffer.array().length, ends.length * Integer.BYTES);
    }

    /** Forgets the messages. */
    void clear() {
        buffer.clear();
        count = 0;
    }

    /**
     * Appends a message; whatever goes wrong leaves the batch as it was.
     *
     * @return false when the frame was empty and nothing was appended
     */
    boolean append(OutboundFrame frame, OutboundQueue.Format format) {
        int mark = buffer.size();
        boolean whole = false;
        try {
            format.write(frame, buffer);
            whole = true;
        } catch (IOException e) {
            throw new UncheckedIOException("frame could not be written: " + e.getMessage(), e);
        } finally {
            if (!whole) {
                buffer.truncate(mark);
            }
        }
        if (buffer.size() == mark) {
            return false;
        }
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, count * 2);
        }
        ends[count++] = buffer.size();
        return true;
    }

    /** Returns the number of messages. */
    public int count() {
        return count;
    }

    /** Returns how many bytes the messages have together. */
    public int size() {
        return buffer.size();
    }

    /** Returns the messages' bytes, which the writer may change. */
    public byte[] array() {
        return buffer.array();
    }

    /** Returns where a message starts. */
    public int start(int message) {
        return message == 0 ? 0 : ends[message - 1];
    }

    /** Returns where a message ends. */
    public int end(int message) {
        return ends[message];
    }
}
