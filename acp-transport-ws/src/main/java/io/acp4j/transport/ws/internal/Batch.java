package io.acp4j.transport.ws.internal;

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

    private final FrameBuffer buffer = new FrameBuffer();
    private int[] ends = new int[32];
    private int count;

    /** Creates an empty batch. */
    Batch() {}

    /**
     * Appends a message; whatever goes wrong leaves the batch as it was.
     *
     * @return false when the frame was empty and nothing was appended
     */
    boolean append(OutboundFrame frame) {
        int mark = buffer.size();
        boolean whole = false;
        try {
            frame.writeTo(buffer);
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

    /** Tells how many messages there are. */
    public int count() {
        return count;
    }

    /** Tells how many bytes the messages have. */
    public int size() {
        return buffer.size();
    }

    /** Gives the messages' bytes; they may be changed by whoever writes them. */
    public byte[] array() {
        return buffer.array();
    }

    /** Tells where a message starts. */
    public int start(int message) {
        return message == 0 ? 0 : ends[message - 1];
    }

    /** Tells where a message ends. */
    public int end(int message) {
        return ends[message];
    }

    /** Empties the batch; tells whether it is small enough to be kept. */
    boolean clear(int mostBytes) {
        buffer.clear();
        count = 0;
        return buffer.array().length <= mostBytes && ends.length <= mostBytes / Integer.BYTES;
    }
}
