package io.acp4j.transport.ws.internal.netty;

import io.acp4j.rpc.internal.transport.Batch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Writes queued messages as text frames, many small ones into one buffer, a very long one in fragments so that Close and
 * Pong need not wait for its end. Every buffer holds whole frames. Used by one thread.
 */
public final class FrameWriter {

    /** How many bytes of small messages are written together. */
    private static final int TOGETHER_BYTES = 64 * 1024;

    /** The longest frame. */
    private static final int FRAGMENT_BYTES = 256 * 1024;

    private static final int MAX_HEADER_BYTES = 14;
    private static final int FIN = 0x80;
    private static final int TEXT = 1;
    private static final int CONTINUATION = 0;
    private static final int MASKED = 0x80;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final boolean masking;
    private @Nullable Batch batch;
    private int message;
    private int at;

    /**
     * Creates a writer that has nothing to write.
     *
     * @param masking whether frames are masked, as a client's must be
     */
    public FrameWriter(boolean masking) {
        this.masking = masking;
    }

    public boolean isIdle() {
        return batch == null;
    }

    /** Takes messages to write; the writer must be idle. */
    public void begin(Batch messages) {
        batch = messages;
        message = 0;
        at = 0;
    }

    /** Drops what has not been written. */
    public void drop() {
        Batch dropped = batch;
        batch = null;
        if (dropped != null) {
            dropped.release();
        }
    }

    /** Writes the next few frames; the writer must not be idle. */
    public ByteBuf next(ByteBufAllocator allocator) {
        Batch from = current();
        int rest = from.end(message) - at;
        if (rest > FRAGMENT_BYTES) {
            ByteBuf out = allocator.directBuffer(FRAGMENT_BYTES + MAX_HEADER_BYTES);
            write(out, from, FRAGMENT_BYTES);
            return out;
        }
        int last = message + 1;
        int bytes = rest + MAX_HEADER_BYTES;
        for (; last < from.count(); last++) {
            int more = from.end(last) - from.start(last) + MAX_HEADER_BYTES;
            if (more > TOGETHER_BYTES - bytes) {
                break;
            }
            bytes += more;
        }
        ByteBuf out = allocator.directBuffer(bytes);
        while (message < last) {
            write(out, from, from.end(message) - at);
        }
        releaseWhenDone(from);
        return out;
    }

    /** Copies the next message without a frame around it; the writer must not be idle. */
    public ByteBuf nextMessage(ByteBufAllocator allocator) {
        Batch from = current();
        int end = from.end(message);
        ByteBuf out = allocator.directBuffer(end - at);
        out.writeBytes(from.array(), at, end - at);
        at = end;
        message++;
        releaseWhenDone(from);
        return out;
    }

    private Batch current() {
        Batch from = batch;
        if (from == null) {
            throw new IllegalStateException("nothing to write");
        }
        return from;
    }

    private void releaseWhenDone(Batch from) {
        if (message == from.count()) {
            batch = null;
            from.release();
        }
    }

    /** Writes one frame with the next bytes of the current message. */
    private void write(ByteBuf out, Batch from, int bytes) {
        boolean first = at == from.start(message);
        boolean last = at + bytes == from.end(message);
        out.writeByte((first ? TEXT : CONTINUATION) | (last ? FIN : 0));
        int masked = masking ? MASKED : 0;
        if (bytes < 126) {
            out.writeByte(masked | bytes);
        } else if (bytes < 1 << 16) {
            out.writeByte(masked | 126);
            out.writeShort(bytes);
        } else {
            out.writeByte(masked | 127);
            out.writeLong(bytes);
        }
        if (masking) {
            int mask = ThreadLocalRandom.current().nextInt();
            out.writeIntLE(mask);
            mask(from.array(), at, at + bytes, mask);
        }
        out.writeBytes(from.array(), at, bytes);
        at += bytes;
        if (last) {
            message++;
        }
    }

    /** Masks in place; the bytes are of no use to anybody else. */
    private static void mask(byte[] bytes, int start, int end, int mask) {
        long wide = (mask & 0xffff_ffffL) | ((long) mask << 32);
        int at = start;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            LONGS.set(bytes, at, (long) LONGS.get(bytes, at) ^ wide);
        }
        for (int i = 0; at < end; at++, i++) {
            bytes[at] ^= (byte) (mask >>> (8 * (i & 3)));
        }
    }
}
