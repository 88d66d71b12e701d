package io.acp4j.transport.ws.internal;

import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Inbound messages one after the other, with their lengths; the last one may still be incomplete. Belongs to the thread
 * that fills it until it is handed over, and is kept for others in {@link Buffers}.
 */
public final class Messages {

    private static final int INITIAL_BYTES = 8 * 1024;

    private final int share;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private int[] ends = new int[32];
    private int size;
    private int count;
    private int taken;
    private @Nullable FrameError refusal;
    private @Nullable MessageLoss loss;

    /**
     * Creates an empty run.
     *
     * @param share of the {@link Buffers}, to which it goes back
     */
    Messages(int share) {
        this.share = share;
    }

    /** Returns the share of the buffers that it goes back to. */
    int share() {
        return share;
    }

    /** Makes room behind what is there; the array is valid until the next call. */
    public byte[] room(int more) {
        if (more > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), Math.min(bytes.length, 1 << 29) * 2));
        }
        return bytes;
    }

    /** Counts in what has been written to the room. */
    public void advance(int written) {
        size += written;
    }

    /** Ends the message that has been appended. */
    public void endMessage() {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, count * 2);
        }
        ends[count++] = size;
    }

    /** Keeps the first bytes of the only message of this run, and releases the memory of the others. */
    public void keepBeginning(int most) {
        if (size > most) {
            size = most;
            bytes = Arrays.copyOf(bytes, most);
        }
    }

    /** Ends the only message of this run as refused. */
    public void refuse(FrameError fault) {
        refusal = fault;
        endMessage();
    }

    /** Returns the reason for the refusal of the only message of this run; null if the messages are complete. */
    @Nullable
    FrameError refusal() {
        return refusal;
    }

    /** Drops what was appended since the last whole message. */
    public void dropPart() {
        size = count == 0 ? 0 : ends[count - 1];
    }

    /** Returns the bytes; valid until the next {@link #room}. */
    public byte[] array() {
        return bytes;
    }

    /** Returns how many bytes there are. */
    public int size() {
        return size;
    }

    /** Returns how many whole messages there are. */
    public int count() {
        return count;
    }

    /** Returns where a message starts; that of the number {@link #count()} is the incomplete one. */
    public int start(int message) {
        return message == 0 ? 0 : ends[message - 1];
    }

    /** Returns where a whole message ends. */
    public int end(int message) {
        return ends[message];
    }

    /** Reports a loss of messages after the last complete message. No further message may be appended. */
    void endWith(MessageLoss lost) {
        loss = lost;
    }

    /** Returns the loss that is reported after the last message, or null. */
    @Nullable
    MessageLoss loss() {
        return loss;
    }

    /** Returns whether some whole message has not been taken yet. */
    boolean hasNext() {
        return taken < count;
    }

    /** Takes the next whole message; gives its number. */
    int next() {
        return taken++;
    }

    /** Empties the run; tells whether it is small enough to be kept. */
    boolean clear(int mostBytes) {
        size = 0;
        count = 0;
        taken = 0;
        refusal = null;
        loss = null;
        return bytes.length <= mostBytes && ends.length <= mostBytes / Integer.BYTES;
    }
}
